// The mistakes that new clients make, by language: each answer says what is wrong, and where (D11, D17, D37, D41, D45).
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { GRAPHQL_MISTAKES } from './graphql.ts';
import { sendGraphQL, sendRest } from './mistake.ts';
import { FIELD_MISTAKES } from './rest-fields.ts';
import { SYNTAX_MISTAKES } from './rest-syntax.ts';

let app: TestApp;
let id: number;
beforeAll(async () => {
  app = await createTestApp();
  ({ id } = await app.product());
});
afterAll(() => app.close());

describe('REST answers 400 with what is wrong', () => {
  test.each(SYNTAX_MISTAKES)('no JSON: $by (D11)', async (mistake) => {
    expect(await sendRest(app, mistake, id)).toEqual({ status: 400, answer: mistake.answer });
  });

  test.each(FIELD_MISTAKES)('wrapper, names, types and conditions: $by (D11, D17, D41)', async (mistake) => {
    expect(await sendRest(app, mistake, id)).toEqual({ status: 400, answer: mistake.answer });
  });
});

test.each(GRAPHQL_MISTAKES)('GraphQL says what is wrong: $by (D17, D37, D45)', async (mistake) => {
  expect(await sendGraphQL(app, mistake)).toEqual({ status: mistake.status ?? 200, answer: mistake.answer });
});
