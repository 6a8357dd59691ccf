// The mistakes that new clients make, by language: each answer says what is wrong, and where (D11, D12, D17, D37).
import { describe, expect, test } from 'vitest';
import { openTestApp } from '../../support/app.ts';
import { GRAPHQL_MISTAKES } from './graphql.ts';
import { sendGraphQL, sendRest } from './mistake.ts';
import { FIELD_MISTAKES } from './rest-fields.ts';
import { SYNTAX_MISTAKES } from './rest-syntax.ts';

const app = await openTestApp();

/** Each with its name before it. */
const named = <Mistake extends readonly [by: string, ...unknown[]]>(mistakes: readonly Mistake[]) =>
  mistakes.map((mistake) => [mistake[0], mistake] as const);

describe('REST refuses with what is wrong', () => {
  test.each(named(SYNTAX_MISTAKES))('no JSON: %s (D11)', async (_, mistake) => {
    expect(await sendRest(app, mistake)).toEqual({ status: 400, answer: mistake[2] });
  });

  test.each(named(FIELD_MISTAKES))('wrapper, names and types: %s (D11, D12, D17)', async (_, mistake) => {
    expect(await sendRest(app, mistake)).toEqual({ status: 400, answer: mistake[2] });
  });
});

test.each(named(GRAPHQL_MISTAKES))(
  'GraphQL says what is wrong: %s (D17, D37)',
  async (_, [, request, answer, status = 200]) => {
    expect(await sendGraphQL(app, request)).toEqual({ status, answer });
  },
);
