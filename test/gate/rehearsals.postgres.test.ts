// Simulated errors (D47): `Prefer: code=N` and `Prefer: wait=N` on a test deployment, on both APIs.
import { beforeAll, describe, expect, test } from 'vitest';
import { buildOf } from '../../src/config.ts';
import { createMetrics } from '../../src/metrics/metrics.ts';
import { BASE, budget, createTestApp, openTestApp } from '../support/app.ts';

const metrics = createMetrics(buildOf(undefined));
const app = await openTestApp({ config: { throttle: budget(3) }, metrics });
let id: number;
beforeAll(async () => {
  ({ id } = await app.product());
});

const preference = ({ headers }: Response) => headers.get('preference-applied');

/** The first responses, in order of arrival. */
const firstOf = (answers: readonly Promise<Response>[], count: number) =>
  new Promise<Response[]>((resolve) => {
    const first: Response[] = [];
    for (const answer of answers)
      answer.then((one) => first.push(one) === count && resolve([...first]));
  });

const prefer = (value: string) => ({ headers: { Prefer: value } });
const rows = async () => [
  await app.db.product.count(),
  await app.db.idempotencyRecord.count(),
];

const FAILURES = [
  [401, 'AUTH_INVALID_TOKEN', 401],
  [403, 'FORBIDDEN', 200],
  [404, 'NOT_FOUND', 200],
  [412, 'CONFLICT', 200],
  [422, 'IDEMPOTENCY_KEY_REUSED', 200],
  [429, 'RATE_LIMITED', 429],
  [500, 'INTERNAL', 200],
  [503, 'UNAVAILABLE', 503],
] as const;

/** The harness simulates each error in each operation, on both APIs. */
test.each(FAILURES)(
  'code=%i: every field of a document fails with it, and nothing is stored (D47)',
  async (...row) => {
    const [status, code, graphqlStatus] = row;
    const applied = `code=${status}`;
    const headers = { Prefer: applied, 'Idempotency-Key': 'rehearsed' };
    const before = await rows();
    const onRest = await app.updateProduct(id, { title: 'Changed' }, { headers });
    expect(onRest.status).toBe(status);
    expect(onRest.headers.has('retry-after')).toBe([429, 503].includes(status));
    const update = `a: updateProduct(id: ${id}, input: { title: "Changed" }) { success }`;
    const create = 'b: createProduct(input: { title: "a", rent: 1, sku: "s" }) { success }';
    for (const document of [
      `mutation { ${update} ${create} }`,
      `{ a: product(id: ${id}) { id } b: bundle(id: 1) { id } }`,
    ]) {
      const answer = await app.graphql(document, {}, { headers });
      expect(answer.status).toBe(graphqlStatus);
      const errors = answer.body.errors.map(
        (error: { extensions: { code: string } }) => error.extensions.code,
      );
      expect(errors).toEqual(status === 401 ? [code] : [code, code]);
      if (status !== 401) expect(answer.body.data).toEqual({ a: null, b: null });
    }
    expect(await rows()).toEqual(before);
    expect((await app.readProduct(id)).body.product.title).toBe('Tent');
  },
);

test("a simulated error isn't rate limited, and a simulated 429 of a create has its headers (D47)", async () => {
  for (const code of [403, 429, 503]) {
    const { headers } = await app.rest('POST', '/product', {}, prefer(`code=${code}`));
    expect(headers.get('ratelimit')).toBe(
      code === 429 ? `"creates";r=0;t=${headers.get('retry-after')}` : null,
    );
  }
  expect(await app.remainingCreates()).toBe(3);
});

test('has no effect on anything but operations: unknown paths, invalid documents, the caller (D47)', async () => {
  expect((await app.rest('GET', '/nothing', undefined, prefer('code=503'))).status).toBe(404);
  expect(
    (await app.graphql('{', {}, prefer('code=503'))).body.errors[0].extensions.code,
  ).toBe('GRAPHQL_PARSE_FAILED');
  const { body, headers } = await app.graphql('{ viewer { name } }', {}, prefer('code=503'));
  expect([body.data.viewer.name, headers.get('preference-applied')]).toEqual(['owner', null]);
});

test('a live deployment ignores both (D47)', async () => {
  const live = await createTestApp({ config: { environment: 'live' } });
  const { id: product } = await live.product();
  const { status, headers } = await live.rest(
    'GET',
    `/product/${product}`,
    undefined,
    prefer('code=503, wait=30'),
  );
  expect([status, headers.get('preference-applied')]).toEqual([200, null]);
  await live.close();
});

describe('wait=N (D47)', () => {
  const request = (
    Prefer: string,
    {
      token = app.owner.token,
      path = `${BASE}/product/${id}`,
      ...init
    }: RequestInit & {
      token?: string;
      path?: string;
    } = {},
  ) => {
    const headers = { Authorization: `Bearer ${token}`, Prefer };
    return app.app.fetch(new Request(`http://localhost${path}`, { headers, ...init }));
  };

  test('delays a response by this many seconds on both APIs, including a simulated error', async () => {
    const startedAt = performance.now();
    const path = `/graphql?query={product(id:${id}){title}}`;
    const [read, failed, graphql] = await Promise.all([
      request('wait=1'),
      request('wait=1, code=401'),
      request('wait=1', { path }),
    ]);
    expect([graphql.status, preference(graphql)]).toEqual([200, 'wait=1']);
    expect(performance.now() - startedAt).toBeGreaterThan(990);
    expect([read.status, preference(read)]).toEqual([200, 'wait=1']);
    expect([failed.status, preference(failed)]).toEqual([401, 'code=401, wait=1']);
  });

  test("ends when the client disconnects, is limited per user, and takes none of the user's slots", async () => {
    const client = new AbortController();
    const other = await app.person('waiting');
    const waiting = (value: string, token = app.owner.token) =>
      request(value, { token, signal: client.signal });
    const answers = Array.from({ length: 40 }, (_, index) =>
      waiting(index % 2 ? 'wait=30' : 'wait=30, code=401'),
    );
    // Those beyond the limit are answered at once, without the preference.
    const early = await firstOf(answers, 40 - 16);
    expect(early.map(preference)).toEqual(
      early.map(({ status }) => (status === 401 ? 'code=401' : null)),
    );
    expect((await app.readProduct(id)).status).toBe(200);
    const others = Array.from({ length: 16 }, () => waiting('wait=30', other.token));
    client.abort();
    expect(
      (await Promise.all(answers)).filter((answer) =>
        preference(answer)?.includes('wait=30'),
      ),
    ).toHaveLength(16);
    expect((await Promise.all(others)).map(preference)).toEqual(Array(16).fill('wait=30'));
  });

  test("doesn't delay a response without a valid token", async () => {
    const answer = await app.readProduct(id, {
      ...prefer('wait=30'),
      token: null,
    });
    expect([answer.status, answer.headers.get('preference-applied')]).toEqual([401, null]);
  });

  test("doesn't delay a long response or the response to a long body", async () => {
    const { id: long } = await app.product({ description: 'x'.repeat(20_000) });
    const product = { description: 'x'.repeat(20_000) };
    for (const answer of [
      await app.readProduct(long, prefer('wait=30')),
      await app.updateProduct(id, product, prefer('wait=30')),
      await app.graphql(`{ product(id: ${long}) { description } }`, {}, prefer('wait=30')),
    ])
      expect([answer.status, answer.headers.get('preference-applied')]).toEqual([200, null]);
  });
});

test('none of them appear in token usage or metrics (D47)', async () => {
  const { token, tokenId } = await app.person('rehearsing');
  expect((await app.readProduct(id, { ...prefer('code=500'), token })).status).toBe(500);
  await app.app.close();
  expect(await app.db.tokenUsage.count({ where: { tokenId } })).toBe(0);
  expect(await metrics.registry.metrics()).not.toMatch(
    /(?:INTERNAL|UNAVAILABLE)"\} [1-9]|status="50/,
  );
});
