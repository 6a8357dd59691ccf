// Unexpected errors are masked in the response and logged under the request ID, without secrets.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.ts';
import { type LogLine, recordedLog } from '../support/log.ts';
import { NEWEST_VERSION } from '../support/newest-version.ts';

const MASKED = { message: 'Internal server error', extensions: { code: 'INTERNAL' } };
const CAUSE = 'the probe broke in a way that nobody foresaw';
const images = [{ src: 'https://images.example.com/a.webp' }];

let app: TestApp;
let lines: string[];
let logged: () => LogLine[];
beforeEach(async () => {
  const log = recordedLog('trace');
  ({ lines, logged } = log);
  const imageProbe = { reachable: () => Promise.reject(new Error(CAUSE)) };
  app = await createTestApp({ logger: log.logger, imageProbe });
});
afterEach(() => app.close());

describe('an unexpected error in an operation', () => {
  test('returns 500 on REST, and its cause is logged under the ID that the client gets', async () => {
    const product = { title: 'a', rent: 1, sku: 's', images };
    const { status, body, headers } = await app.createProduct(product);
    expect([status, body]).toEqual([500, { error: 'Internal server error' }]);
    expect(headers.get('x-api-version')).toBe(NEWEST_VERSION);
    const id = { 'owner_api.request_id': headers.get('x-request-id') };
    expect(logged()).toMatchObject([
      { ...id, level: 'error', 'exception.message': CAUSE, 'error.type': 'Error' },
      { ...id, level: 'warn', msg: 'request', 'error.type': 'INTERNAL' },
    ]);
    const [fault] = logged();
    expect(fault?.['exception.stacktrace']).toContain('unexpected-faults.postgres.test');
    expect(await app.db.product.count()).toBe(0);
  });

  test('returns INTERNAL on GraphQL, with its path, and its siblings succeed', async () => {
    const answer = await app.graphql(
      `mutation ($input: CreateProductInput!) {
        good: createProduct(input: { title: "a", rent: 1, sku: "s" }) { success }
        bad: createProduct(input: $input) { success }
      }`,
      { input: { title: 'a', rent: 1, sku: 's', images } },
    );
    const error = { ...MASKED, path: ['bad'], locations: [expect.any(Object)] };
    expect(answer.body).toEqual({
      data: { good: { success: true }, bad: null },
      errors: [error],
    });
    const requestId = answer.headers.get('x-request-id');
    const fault = logged().find((one) => one.level === 'error');
    expect(fault).toMatchObject({
      'owner_api.request_id': requestId,
      'exception.message': CAUSE,
    });
  });

  test('reveals nothing about the database if that is the cause', async () => {
    await app.db.$executeRawUnsafe('ALTER TABLE products RENAME COLUMN barcode TO barcodes');
    const rest = await app.readProduct(1);
    expect(rest).toMatchObject({ status: 500, body: { error: 'Internal server error' } });
    const graphql = await app.graphql('{ product(id: 1) { id barcode } }');
    expect(graphql.body.errors).toMatchObject([MASKED]);
    expect(JSON.stringify([rest.body, graphql.body])).not.toMatch(/barcode|prisma/i);
    expect(logged().filter(({ level }) => level === 'error')).toHaveLength(2);
  });
});

test('an error while identifying the caller is masked on both APIs', async () => {
  await app.db.$executeRawUnsafe('ALTER TABLE api_tokens RENAME COLUMN hash TO digest');
  expect(await app.readProduct(1)).toMatchObject({
    status: 500,
    body: { error: 'Internal server error' },
  });
  const { status, body } = await app.graphql('{ __typename }');
  expect(status).toBe(500);
  expect(body).toEqual({ errors: [MASKED] });
  expect(lines.join('')).not.toContain(app.owner.token);
});

test("a caller whose row can't be read gets 500 with an ID, and the others in the batch are unaffected", async () => {
  const { owner, rival } = app;
  const ids = [(await app.product()).id, (await app.product({}, rival.id)).id];
  // Written directly to the database, as an operator can.
  await app.db.$executeRawUnsafe(
    `UPDATE users SET permissions = '{NULL}' WHERE id = ${rival.id}`,
  );
  const get = (id = 0, token = owner.token) => app.readProduct(id, { token });
  const answers = await Promise.all([
    get(ids[0], owner.token),
    get(ids[1], rival.token),
    get(ids[0], owner.token),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 500, 200]);
  expect(answers[1]?.headers.get('x-request-id')).toMatch(/^[\w-]{36}$/);
});
