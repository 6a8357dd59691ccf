// Checks the two responses of one case against the contracts, the expected responses, and each other.
import { type AnsweredCall, sameJson } from '../calls/call.ts';
import type { GraphQLContract, RootField } from '../contract/graphql-contract.ts';
import type { Envelope, RestContract, RestOperation } from '../contract/rest-contract.ts';
import type {
  ExpectedAnswer,
  ExpectedError,
  ExpectedPair,
} from '../expect/expected-answer.ts';
import { checkAnswer, expectSame, Finding, shown, throwFirstFailure } from './answer.ts';
import { checkHeaders, VERSION_HEADER } from './headers.ts';
import {
  graphqlFailures,
  type ObservedAnswer,
  observeGraphQL,
  observeRest,
} from './observed-answer.ts';

export interface Contracts {
  readonly rest: RestContract;
  readonly graphql: GraphQLContract;
}

/** One case as it was sent over both APIs. */
export interface Pair {
  readonly operation: RestOperation;
  readonly field: RootField;
  readonly envelope?: Envelope | undefined;
  /** The GraphQL variable `input`; absent for an operation without input. */
  readonly variable?: { readonly value: unknown } | undefined;
  readonly rest: AnsweredCall;
  readonly graphql: AnsweredCall;
}

export type ObservedPair = Readonly<Record<'rest' | 'graphql', ObservedAnswer>>;

/** Each response by itself: documented, well-formed, with its version. */
export function checkContracts(
  { rest: contract }: Contracts,
  { operation, field, rest, graphql }: Pair,
): void {
  throwFirstFailure(contract.failures(operation.name, rest), rest);
  throwFirstFailure(graphqlFailures(graphql, field), graphql);
  for (const answered of [rest, graphql]) checkHeaders(answered);
  const versions = [rest, graphql].map(({ headers }) => headers.get(VERSION_HEADER));
  if (versions[0] !== versions[1])
    throw disagreement('versions', versions, { rest, graphql });
  if (rest.status < 300)
    expectSame(
      `${VERSION_HEADER} of a request`,
      versions[0],
      contract.version,
      rest,
      graphql,
    );
}

/** Compares both responses with the expected ones, and the messages of both APIs with each other. */
export function checkAnswers(pair: Pair, expected: ExpectedPair): ObservedPair {
  const rest = observeRest(pair.rest, pair.operation);
  const graphql = observeGraphQL(pair.graphql, pair.field.name);
  checkAnswer(rest, expected.rest, pair.rest, pair.envelope);
  checkAnswer(graphql, expected.graphql, pair.graphql, pair.envelope);
  if (rest.kind === graphql.kind && rest.message !== graphql.message)
    throw disagreement('messages', [rest.message, graphql.message], pair);
  checkMessages(pair, expected, { rest, graphql });
  return { rest, graphql };
}

/** The same error of the same field has the same message, unless it names values that the APIs spell differently. */
function checkMessages(
  pair: Pair,
  expected: ExpectedPair,
  { rest, graphql }: ObservedPair,
): void {
  const restErrors = errorsOf(expected.rest);
  for (const [index, error] of errorsOf(expected.graphql).entries()) {
    const other = restErrors.findIndex(({ path, code }) =>
      sameJson([path, code], [error.path, error.code]),
    );
    if (other < 0 || !sameJson(error.mentions?.rest, error.mentions?.graphql)) continue;
    const messages = [rest.errors?.[other]?.message, graphql.errors?.[index]?.message];
    if (messages[0] === messages[1]) continue;
    throw disagreement('messages of errors', messages, pair);
  }
}

const errorsOf = (expected: ExpectedAnswer): readonly ExpectedError[] =>
  expected.kind === 'invalid' ? expected.errors : [];

export const disagreement = (
  aspect: string,
  values: readonly unknown[],
  { rest, graphql }: Pick<Pair, 'rest' | 'graphql'>,
) =>
  new Finding(
    `REST and GraphQL differ in their ${aspect}`,
    `REST ${shown(values[0])}, GraphQL ${shown(values[1])}`,
    rest,
    graphql,
  );
