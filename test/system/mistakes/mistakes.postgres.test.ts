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

/** Each with its name before it. */
const named = <Mistake extends readonly [by: string, ...unknown[]]>(mistakes: readonly Mistake[]) =>
  mistakes.map((mistake) => [mistake[0], mistake] as const);

describe('REST answers 400 with what is wrong', () => {
  test.each(named(SYNTAX_MISTAKES))('no JSON: %s (D11)', async (_, mistake) => {
    expect(await sendRest(app, id, mistake)).toEqual({ status: 400, answer: mistake[2] });
  });

  test.each(named(FIELD_MISTAKES))('wrapper, names, types and conditions: %s (D11, D17, D41)', async (_, mistake) => {
    expect(await sendRest(app, id, mistake)).toEqual({ status: 400, answer: mistake[2] });
  });
});

test.each(named(GRAPHQL_MISTAKES))(
  'GraphQL says what is wrong: %s (D17, D37, D45)',
  async (_, [, request, answer, status = 200]) => {
    expect(await sendGraphQL(app, request)).toEqual({ status, answer });
  },
);
