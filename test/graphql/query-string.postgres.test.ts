// Requests by GET: query strings are checked as bodies are, and never a fault of the service (D12).
import { beforeAll, describe, expect, test } from 'vitest';
import { openTestApp } from '../support/app.ts';

const app = await openTestApp();
let id: number;
beforeAll(async () => {
  id = (await app.product()).id;
});

const get = (params: Record<string, string>) => app.call(`/graphql?${new URLSearchParams(params)}`, {});
const query = 'query One($id: ID!) { product(id: $id) { id } } query Other { __typename }';

test('query, variables and operationName are read', async () => {
  const answer = await get({ query, operationName: 'One', variables: JSON.stringify({ id }), extensions: '{}' });
  expect(answer.body).toEqual({ data: { product: { id: String(id) } } });
  expect((await get({ query, operationName: 'Other', variables: '' })).body).toEqual({ data: { __typename: 'Query' } });
});

const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

describe.each(['variables', 'extensions'])('%s', (name) => {
  test.each(['{', 'NaN', "{'a': 1}", 'undefined', '\u0000', nested(33), nested(2_000)])(
    'that are no JSON, or too deep, are refused by name: %.20s',
    async (value) => {
      const answer = await get({ query, operationName: 'Other', [name]: value });
      expect(answer.status).toBe(400);
      expect(answer.body.errors[0].extensions).toMatchObject({
        code: 'VALIDATION_FAILED',
        errors: [{ field: name, code: 'INVALID_FORMAT' }],
      });
    },
  );

  test.each(['[]', '1', '"x"', 'true', `{"a":${nested(30)}}`])(
    'that are JSON of another kind: no fault, %s',
    async (value) => {
      const answer = await get({ query, operationName: 'Other', [name]: value });
      expect([200, 400]).toContain(answer.status);
      expect(JSON.stringify(answer.body)).not.toContain('INTERNAL');
    },
  );
});
