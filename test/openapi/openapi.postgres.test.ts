// The responses of every operation and status match the OpenAPI document, without extra fields or headers; its
// examples work.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { failingTargets } from '../../src/openapi/parameters.ts';
import { FAILURES } from '../../src/operation/failures.ts';
import { REHEARSED_STATUSES } from '../../src/operation/rehearsal.ts';
import { createVersions } from '../../src/operation/versions.ts';
import { RELEASES } from '../../src/rest/releases.ts';
import { statusOf } from '../../src/rest/route.ts';
import { ROUTES } from '../../src/rest/routes.ts';
import { BASE, createTestApp, type TestApp, type TestAppOptions } from '../support/app.ts';
import { createDemoApp } from '../support/demo-app.ts';
import { OLDEST_RECORDED } from '../support/first-release.ts';
import { createContract, type Json } from '../support/openapi-contract.ts';
import { play, recordedExchanges } from '../system/contract/golden-play.ts';
import { EXAMPLES_WRITTEN_AT } from '../system/contract/recorded-examples.ts';
import { createResolve } from '../system/harness/contract/read-shape.ts';

const VERSION = OLDEST_RECORDED;

let test: TestApp;
let document: Json;
let faultsOf: ReturnType<typeof createContract>;

/** A new app; responses are compared with the document of a version, by default the latest. */
async function start(options?: TestAppOptions, version = '') {
  test = await createTestApp(options);
  document = (
    await test.call(`/openapi.json${version && `?version=${version}`}`, {}, { token: null })
  ).body;
  faultsOf = createContract(document);
}

beforeEach(() => start());
afterEach(() => test.close());

async function restart(options: TestAppOptions, version?: string) {
  await test.close();
  await start(options, version);
}

/** Sends a request and compares the response with the documentation of the operation. */
async function exchange(
  status: number,
  method: string,
  path: string,
  body?: unknown,
  options = {},
) {
  const answer = await test.rest(method, path, body, options);
  expect(answer.status, JSON.stringify(answer.body)).toBe(status);
  expect(faultsOf(method, path.replace(/\d+$/, '{id}'), answer)).toEqual([]);
  return answer;
}

/** The operations of the document. */
const operations = () =>
  Object.entries<Json>(document.paths).flatMap(([template, methods]) =>
    Object.entries<Json>(methods).map(([method, { operationId, responses }]) => ({
      method: method.toUpperCase() as 'GET' | 'POST' | 'PUT',
      template,
      name: operationId,
      responses,
    })),
  );

/** The values that a recording leaves out, as in a response. */
const filled = (value: unknown) =>
  JSON.parse(
    JSON.stringify(value)
      .replaceAll('<moment>', '2026-07-01T08:30:00.000Z')
      .replaceAll(/<(?:seconds|number)>/g, '1'),
  );

it('those to recorded requests match, successes and errors', async () => {
  const versions = createVersions(RELEASES, () => new Date(VERSION));
  await restart({ versions });
  const played = await play(VERSION, recordedExchanges(VERSION), versions);
  const compared = played.flatMap(
    ({ name, request: { method, path, headers }, response }) => {
      const template = path
        .replace(BASE, '')
        .replace(/\?.*/, '')
        .replace(/\/\w*\d\w*$/, '/{id}');
      if (!document.paths[template]?.[method.toLowerCase()] || headers?.Prefer) return [];
      const sent = new Headers({
        ...filled(response.headers),
        'X-Request-Id': crypto.randomUUID(),
      });
      const faults = faultsOf(method, template, {
        status: response.status,
        headers: sent,
        body: filled(response.body),
      });
      return [{ faults: faults.map((fault) => `${name}: ${fault}`) }];
    },
  );
  expect(compared.flatMap(({ faults }) => faults)).toEqual([]);
  expect(compared.length).toBeGreaterThan(120);
});

it('errors of every operation match, simulated ones and those before an operation', async () => {
  for (const { method, template, responses } of operations()) {
    const path = template.replace('{id}', '1');
    const isRead = method === 'GET';
    // Without a caller, a rejected token or an address with too many of them has fewer headers than a simulated
    // error.
    const rehearsed = REHEARSED_STATUSES.filter(
      (code) => responses[code] && code !== 401 && !(code === 429 && isRead),
    );
    for (const code of rehearsed) {
      await exchange(code, method, path, isRead ? undefined : {}, {
        headers: { Prefer: `code=${code}` },
      });
    }
    await exchange(401, method, path, undefined, { token: null });
    await exchange(400, method, path, undefined, {
      headers: { 'service-version': '1999-01-01' },
    });
    if (!isRead) await exchange(413, method, path, `"${'x'.repeat(1024 * 1024)}"`);
    if (!isRead)
      await exchange(415, method, path, '{}', { headers: { 'Content-Encoding': 'br' } });
    const refused = await test.rest('DELETE', path);
    expect([refused.status, faultsOf(method, template, refused)]).toEqual([405, []]);
  }
});

it('429 for too many failed authentications', async () => {
  await restart({
    config: { authFailures: { name: 'failures', points: 1, windowSeconds: 60 } },
  });
  const { token } = await test.person('gone');
  await test.db.apiToken.updateMany({
    where: { user: { name: 'gone' } },
    data: { revokedAt: new Date() },
  });
  await exchange(401, 'GET', '/product/1', undefined, { token });
  await exchange(429, 'GET', '/product/1', undefined, { token });
});

it('If-Match accepts each form of a tag that its description names (D41)', async () => {
  const { id } = await test.product();
  const { description } = document.components.parameters.UpdateProductIfMatch;
  const forms = [...description.matchAll(/`((?:W\/)?"…[^`]*")`/g)].map(([, form]) => form);
  expect(forms.length).toBeGreaterThan(3);
  for (const form of forms) {
    const tag = (await test.readProduct(id)).headers.get('etag') ?? '';
    const headers = { 'If-Match': form.replace('…', tag.slice(1, -1)) };
    await exchange(200, 'PUT', `/product/${id}`, { product: {} }, { headers });
  }
});

it('the contract check of these tests finds missing and unknown headers, unknown fields and statuses', async () => {
  const { id } = await test.product();
  const answer = await test.readProduct(id);
  const headers = new Headers(answer.headers);
  headers.delete('x-api-version');
  headers.set('x-extra', '1');
  const body = { product: { ...answer.body.product, extra: 1 } };
  expect(faultsOf('GET', '/product/{id}', { status: 200, headers, body })).toEqual([
    'header x-extra is not documented',
    'header X-API-Version is missing',
    'the answer is not valid: /product must NOT have additional properties',
  ]);
  expect(faultsOf('GET', '/product/{id}', { ...answer, status: 418 })).toEqual([
    'status 418 is not documented',
  ]);
});

/** As tools fill in a parameter or body that nobody changed, such as Swagger UI and Bruno. */
const firstExample = ({ examples, schema }: Json) =>
  Object.values<Json>(examples ?? {})[0]?.value ?? schema?.example;

/** An operation's requests by the names of its examples, and one with the first example of each parameter and body. */
function namedRequests(path: string, method: string) {
  const { parameters, requestBody } = document.paths[path][method];
  const given = parameters.map(createResolve(document));
  const bodies = requestBody?.content['application/json'].examples;
  const [id] = given.filter(({ in: place }: Json) => place === 'path');
  const names = Object.keys(bodies ?? id.examples);
  const request = (name: string | undefined, exampleOf: (parameter: Json) => unknown) => ({
    name,
    target: path.replace('{id}', String(id && exampleOf(id))),
    body: bodies && exampleOf({ examples: bodies }),
    headers: Object.fromEntries(
      given.flatMap((parameter: Json) => {
        const value = parameter.in === 'header' ? exampleOf(parameter) : undefined;
        return value === undefined ? [] : [[parameter.name, value]];
      }),
    ),
  });
  return [
    ...names.map((name) => request(name, ({ examples }) => examples?.[name]?.value)),
    request(names[0], firstExample),
  ];
}

/** The statuses whose response has an example of that name. */
const statusesWith = (name = '', responses: Json) =>
  Object.keys(responses)
    .filter((status) => {
      const { content }: Json = createResolve(document)(responses[status]);
      return content?.['application/json'].examples?.[name];
    })
    .map(Number);

/** What the named examples of the routes lead to: success, and the errors of some IDs. */
const STATUSES = ROUTES.flatMap((route) => {
  const { operation } = route;
  const failures = failingTargets(operation).map(([kind]) => FAILURES[kind].status);
  return [statusOf(route), ...failures].map((status) => `${operation.name} ${status}`);
});

it('the demo owner can send each named example, and the first ones, twice, and gets the status of its name (D41, D53)', async () => {
  await test.close();
  const demo = await createDemoApp(EXAMPLES_WRITTEN_AT);
  test = demo;
  const done: string[] = [];
  for (const [path, methods] of [
    ...Object.entries<Json>(document.paths),
    ...Object.entries<Json>(document.paths),
  ]) {
    for (const [method, { responses, operationId }] of Object.entries<Json>(methods)) {
      for (const { name, target, body, headers } of namedRequests(path, method)) {
        const answer = await test.rest(method.toUpperCase(), target, body, {
          token: demo.token,
          headers,
        });
        expect(
          [operationId, name, answer.status],
          `${JSON.stringify(answer.body)} (npm run record)`,
        ).toEqual([operationId, name, ...statusesWith(name, responses)]);
        expect(answer.headers.has('idempotency-replayed')).toBe(false);
        done.push(`${operationId} ${answer.status}`);
      }
    }
  }
  const served = STATUSES.filter((line) =>
    operations().some(({ name }) => line.startsWith(`${name} `)),
  );
  expect(new Set(done)).toEqual(new Set(served));
});
