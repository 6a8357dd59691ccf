// The expected response to a request of the load: on REST by the harness's oracle, on GraphQL by graphql-js on known
// data.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  buildSchema,
  executeSync,
  GraphQLError,
  type GraphQLFieldResolver,
  getNamedType,
  isLeafType,
  isObjectType,
  parse,
} from 'graphql';
import { type AnsweredCall, sameJson } from '../../../harness/calls/call.ts';
import { retryAfterSeconds } from '../../../harness/calls/client.ts';
import { checkAnswer, shown, throwFirstFault } from '../../../harness/check/answer.ts';
import { observeRest } from '../../../harness/check/observed-answer.ts';
import type { Contracts } from '../../../harness/check/pair.ts';
import type { RestOperation } from '../../../harness/contract/rest-contract.ts';
import { toGraphQL } from '../../../harness/contract/translate.ts';
import {
  EXPECTED_FAILURES,
  type ExpectedFailure,
  type JsonObject,
} from '../../../harness/expect/expected-answer.ts';
import { below, chance, type Known, oneOf, someOf, type Thing } from './ledger.ts';

export type Kind = 'product' | 'bundle' | 'rental';
type Access = Thing | ExpectedFailure;

/** What a user with the permission `read` may read under an ID (D9, sections 4.1 and 4.2). */
export function accessTo(
  { things, rentals }: Known,
  kind: Kind,
  id: number,
  reader: number,
): Access {
  const record = (kind === 'rental' ? rentals : things).get(id);
  if (!record || (kind === 'bundle' && record.fields.productType !== BUNDLE)) return 'notFound';
  return record.readers.includes(reader) ? record : 'forbidden';
}

const BUNDLE = 1;

const schema = buildSchema(
  readFileSync(join(import.meta.dirname, '../../../../../schema.graphql'), 'utf8'),
);

const ROOTS = { product: 'Product', bundle: 'Bundle', rental: 'Rental' } as const;
const DEEPEST = 3;
const NESTED_SHARE = 0.5;
const ALIAS_SHARE = 0.2;

/** Some fields of a type in any order, some under aliases, and some of the fields below them. */
function randomSelection(typeName: string, depth = DEEPEST): string {
  const type = schema.getType(typeName);
  const fields = isObjectType(type) ? Object.values(type.getFields()) : [];
  const isDeeper = depth > 0 && chance(NESTED_SHARE);
  const parts = someOf(
    fields.filter((field) => isDeeper || isLeafType(getNamedType(field.type))),
  ).map((field) => {
    const alias = chance(ALIAS_SHARE) ? `a${below(1000)}_${field.name}: ` : '';
    const inner = getNamedType(field.type);
    return (
      alias + field.name + (isLeafType(inner) ? '' : ` ${randomSelection(inner.name, depth - 1)}`)
    );
  });
  return `{ ${parts.join(' ')} }`;
}

export interface GraphqlAnswer {
  readonly data: Readonly<Record<string, unknown>> | undefined;
  /** The location and code of each error, such as `r0.product.FORBIDDEN`. */
  readonly errors: readonly string[];
}

export interface Reader {
  readonly contracts: Contracts;
  readonly known: Known;
  readonly reader: number;
}

/**
 * The response to a query whose roots `r0`, `r1`, … lead to these; a product in another record is null unless the
 * reader owns it.
 */
function executed(
  text: string,
  found: readonly Access[],
  { contracts, known, reader }: Reader,
): GraphqlAnswer {
  const viewOf = ({ fields, revision }: Thing) => {
    const { answer } = contracts.rest.operation(fields.tenant ? 'readRental' : 'readProduct');
    return { ...(toGraphQL(fields, answer?.shape) as object), revision };
  };
  const fieldResolver: GraphQLFieldResolver<JsonObject, unknown> = (
    source,
    _args,
    _context,
    info,
  ) => {
    const { fieldName, parentType, path } = info;
    if (parentType.name === 'Query') {
      const access = found[Number(String(path.key).slice(1))] ?? 'notFound';
      if (typeof access !== 'string') return viewOf(access);
      throw new GraphQLError(access, { extensions: { code: EXPECTED_FAILURES[access].code } });
    }
    if (fieldName === 'bundle') return source.type === 'BUNDLE' ? source : null;
    if (fieldName !== 'product') return source[fieldName];
    const thing = known.things.get(Number(source.adId ?? source.productId));
    return thing?.readers.includes(reader) ? viewOf(thing) : null;
  };
  const variableValues = Object.fromEntries(found.map((_, index) => [`v${index}`, '0']));
  const { data, errors = [] } = executeSync({
    schema,
    document: parse(text),
    fieldResolver,
    variableValues,
  });
  const places = errors.map(({ extensions, path = [] }) => [...path, extensions.code].join('.'));
  return { data: data ?? undefined, errors: places };
}

/** A selection in a write's payload, with what it returns of the record. */
export function payloadSelection(field: 'product' | 'bundle') {
  const text = randomSelection(ROOTS[field]);
  const document = `{ r0: ${field}(id: "0") ${text} }`;
  return {
    text,
    answer: (record: Thing, reader: Reader) => executed(document, [record], reader).data?.r0,
  };
}

export type Query = ReturnType<typeof randomQuery>;

/**
 * A query of one to three records: the kind of each, and the response when the variables `v0`, `v1`, … lead to these.
 */
export function randomQuery() {
  const kinds = Array.from({ length: 1 + below(3) }, () =>
    oneOf(['product', 'product', 'rental', 'bundle'] as const satisfies Kind[]),
  );
  const variables = kinds.map((_, index) => `$v${index}: ID!`).join(', ');
  const fields = kinds.map(
    (kind, index) => `r${index}: ${kind}(id: $v${index}) ${randomSelection(ROOTS[kind])}`,
  );
  const text = `query (${variables}) { ${fields.join(' ')} }`;
  return {
    text,
    kinds,
    answer: (found: readonly Access[], reader: Reader) => executed(text, found, reader),
  };
}

/** The verdict on a response: right, a rejection that is always possible, or its error. */
export type Verdict = 'right' | 'unavailable' | 'throttled' | { readonly wrong: string };

/** The whole body in the harness's names, and the ETag if it is compared. */
export type RestAnswer =
  | { readonly kind: 'ok'; readonly data: JsonObject; readonly etag?: string }
  | { readonly kind: ExpectedFailure };

/** @throws {Finding} */
export function judgeRest(
  { rest }: Contracts,
  operation: RestOperation,
  answered: AnsweredCall,
  expected: RestAnswer,
): Verdict {
  throwFirstFault(rest.faults(operation.name, answered), answered);
  const observed = observeRest(answered, operation);
  const { kind } = observed;
  if (kind === 'unavailable' || kind === 'throttled') {
    checkAnswer(observed, { kind }, answered);
    return retryAfterSeconds(answered) === undefined
      ? { wrong: `${kind} without Retry-After` }
      : kind;
  }
  checkAnswer(observed, { kind: expected.kind }, answered);
  if (expected.kind !== 'ok') return 'right';
  if (!sameJson(observed.data, expected.data))
    return { wrong: difference(observed.data, expected.data) };
  const etag = answered.headers.get('etag');
  return expected.etag === undefined || etag === expected.etag
    ? 'right'
    : { wrong: `${etag}, not ${expected.etag}` };
}

interface GraphqlError {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly extensions?: { readonly code?: string; readonly retryAfter?: unknown };
}

const SENTENCES = new Map<string | undefined, unknown>(
  Object.values(EXPECTED_FAILURES).map(({ code, message }) => [code, message]),
);
const { unavailable, throttled } = EXPECTED_FAILURES;

/** Data is compared as text, with keys in document order; errors by code, path and message. */
export function judgeGraphql(
  { status, json, text }: AnsweredCall,
  expected: GraphqlAnswer,
): Verdict {
  const { data, errors = [] } = (json ?? {}) as {
    data?: object | null;
    errors?: readonly GraphqlError[];
  };
  const given = errors.map(({ message, path = [], extensions = {} }) => ({
    message,
    path,
    ...extensions,
  }));
  const isRefused = ({ code }: { code?: string }) =>
    code === unavailable.code || code === throttled.code;
  const refused = given.filter(isRefused);
  const isMisspelt = given.some(({ message, code }) => message !== SENTENCES.get(code));
  if (
    isMisspelt ||
    (status >= 500 && status !== 503) ||
    refused.some(({ retryAfter }) => !(Number(retryAfter) >= 1))
  )
    return { wrong: `${status} ${text}` };
  // A request that is rejected as a whole has no data; one with rejected fields has null in their places.
  const isWhole = data === undefined && refused.length > 0;
  const isCut = (place: string) =>
    isWhole || refused.some(({ path }) => place.startsWith([...path, ''].join('.')));
  const right = isWhole
    ? undefined
    : refused.reduce<unknown>((whole, { path }) => withNull(whole, path), expected.data);
  const others = given
    .filter((error) => !isRefused(error))
    .map(({ code, path }) => [...path, code].join('.'));
  const got = [data, others.sort()];
  const wanted = [right, expected.errors.filter((place) => !isCut(place)).sort()];
  if (JSON.stringify(got) !== JSON.stringify(wanted))
    return { wrong: `${status} ${difference(got, wanted)}` };
  if (refused.length === 0) return 'right';
  return refused.some(({ code }) => code === unavailable.code) ? 'unavailable' : 'throttled';
}

/** The data with null in place of each rejected field. */
function withNull(data: unknown, [segment, ...rest]: readonly (string | number)[]): unknown {
  if (segment === undefined || typeof data !== 'object' || data === null) return null;
  const copy = (Array.isArray(data) ? [...data] : { ...data }) as Record<string | number, unknown>;
  copy[segment] = withNull(copy[segment], rest);
  return copy;
}

const difference = (got: unknown, wanted: unknown) => `${shown(got)}\n  expected ${shown(wanted)}`;
