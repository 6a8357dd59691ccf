// Holds the two answers of one case to the contract, to what is expected, and to each other.
import type { GraphQLContract, RootField } from '../contract/graphql-contract.ts';
import type { Envelope, RestContract, RestOperation } from '../contract/rest-contract.ts';
import type { Shape } from '../contract/shape.ts';
import { isOfType, toGraphQLPath } from '../contract/translate.ts';
import type { Exchange } from '../exchange/client.ts';
import { sameJson } from '../exchange/json-text.ts';
import type { Expected } from '../expect/outcome.ts';
import { Finding, shown } from './finding.ts';
import { graphqlFaults } from './graphql-answer.ts';
import { graphqlOutcome, type Outcome, restOutcome } from './outcome.ts';

export interface Contracts {
  readonly rest: RestContract;
  readonly graphql: GraphQLContract;
}

/** One case as it ran on both surfaces. */
export interface Pair {
  readonly operation: RestOperation;
  readonly field: RootField;
  readonly envelope?: Envelope | undefined;
  /** The input as GraphQL got it; absent where it got none. */
  readonly variable?: { readonly value: unknown } | undefined;
  readonly rest: Exchange;
  readonly graphql: Exchange;
}

const VERSION_HEADER = 'X-API-Version';
const DATE = /^\d{4}-\d\d-\d\d$/;

/** Each answer by itself: documented, well-formed, stamped with its version. */
export function checkAnswers({ rest: contract }: Contracts, { operation, field, rest, graphql }: Pair): void {
  refuse(contract.faults(operation.name, rest), rest);
  refuse(graphqlFaults(graphql, field), graphql);
  for (const exchange of [rest, graphql]) checkVersion(exchange);
  const versions = [rest, graphql].map(({ headers }) => headers.get(VERSION_HEADER));
  if (versions[0] !== versions[1]) throw disagreement('versions', versions, { rest, graphql });
}

/** The first fault of an answer is a finding. */
export function refuse([fault]: readonly string[], exchange: Exchange): void {
  if (fault === undefined) return;
  // What follows a colon are values.
  const aspect = `${exchange.surface === 'rest' ? 'REST' : 'GraphQL'} answer, ${fault.split(': ')[0]}`;
  throw new Finding(aspect, fault, [exchange], exchange.surface);
}

export function checkVersion(exchange: Exchange): void {
  const version = exchange.headers.get(VERSION_HEADER);
  if (version !== null && DATE.test(version)) return;
  throw new Finding(`${VERSION_HEADER} on ${exchange.surface}`, version ?? 'missing', [exchange], exchange.surface);
}

/** Both outcomes against what is expected, and against each other. */
export function checkOutcomes(pair: Pair, expected: Expected): { rest: Outcome; graphql: Outcome } {
  const rest = restOutcome(pair.rest);
  const graphql = graphqlOutcome(pair.graphql, pair.field.name);
  const spell = (field: string) => spelled(field, pair.envelope);
  expectOutcome(rest, expected, pair.rest, pair.envelope);
  expectOutcome(graphql, expected, pair.graphql, pair.envelope);
  if (rest.errors) {
    const wanted = rest.errors.map(({ field, ...error }) => ({ field: spell(field), ...error }));
    if (!sameJson(wanted, graphql.errors)) throw disagreement('errors', [rest.errors, graphql.errors], pair);
  } else if (rest.message !== graphql.message) {
    throw disagreement('messages', [rest.message, graphql.message], pair);
  }
  checkPlace(pair, graphql);
  return { rest, graphql };
}

const spelled = (field: string, envelope: Envelope | undefined) =>
  envelope ? toGraphQLPath(field, envelope.shape as Shape, envelope.name) : field;

/** One outcome against what is expected, whose fields are spelled as the surface does. */
export function expectOutcome(outcome: Outcome, expected: Expected, exchange: Exchange, envelope?: Envelope): void {
  const { surface } = exchange;
  const title = surface === 'rest' ? 'REST' : 'GraphQL';
  if (outcome.kind !== expected.kind) {
    const wanted = 'errors' in expected ? `${expected.kind} ${shown(expected.errors)}` : expected.kind;
    const detail = `expected ${wanted}, got ${outcome.kind} ${shown(outcome.errors ?? '')}`;
    throw new Finding(`${title} outcome`, detail, [exchange], surface);
  }
  if (!outcome.errors || expected.kind !== 'invalid') return;
  const spell = (field: string) => (surface === 'graphql' ? spelled(field, envelope) : field);
  const wanted = expected.errors.map(({ field, code }) => ({ field: spell(field), code }));
  const got = outcome.errors.map(({ field, code }) => ({ field, code }));
  if (sameJson(wanted, got)) return;
  const inAnyOrder = (errors: typeof got) => errors.map(({ field, code }) => `${field} ${code}`).toSorted();
  const aspect = sameJson(inAnyOrder(wanted), inAnyOrder(got)) ? 'order of errors' : 'errors';
  throw new Finding(`${title} ${aspect}`, `expected ${shown(wanted)}, got ${shown(got)}`, [exchange], surface);
}

/** What has the right type is judged by the operation, in its payload; the rest is an error about the variables. */
function checkPlace({ variable, field, graphql }: Pair, outcome: Outcome): void {
  const type = field.arguments.get('input');
  if (!variable || !type || !outcome.place) return;
  const place = isOfType(variable.value, type) ? 'payload' : 'variables';
  if (outcome.place === place) return;
  throw new Finding('GraphQL place of errors', `expected ${place}, got ${outcome.place}`, [graphql], 'graphql');
}

export const disagreement = (
  what: string,
  values: readonly unknown[],
  { rest, graphql }: Pick<Pair, 'rest' | 'graphql'>,
) =>
  new Finding(`The surfaces disagree in their ${what}`, `REST ${shown(values[0])}, GraphQL ${shown(values[1])}`, [
    rest,
    graphql,
  ]);
