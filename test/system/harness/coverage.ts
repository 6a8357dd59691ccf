// Which parts of the documents a run has seen, and which not: REST statuses, fields and codes; GraphQL objects and
// enums.
import {
  type GraphQLNamedType,
  type GraphQLType,
  getNamedType,
  isEnumType,
  isObjectType,
} from 'graphql';
import type { AnsweredCall } from './calls/call.ts';
import { parsed } from './calls/client.ts';
import type { Contracts } from './contract/contracts.ts';
import { withoutIndexes } from './contract/shape.ts';

export interface CoverageRow {
  /** A REST operation, or a GraphQL type. */
  readonly of: string;
  /** Such as `statuses` or `response fields`. */
  readonly kind: string;
  readonly seen: readonly string[];
  readonly missing: readonly string[];
}

export interface Coverage {
  /** Records which parts of the documents a request and its response have. */
  note(answered: AnsweredCall): void;
  rows(): CoverageRow[];
}

export function createCoverage({ rest, graphql: { schema } }: Contracts): Coverage {
  const noted = new Set<string>();
  const keyOf = (of: string, kind: string, name: string) => JSON.stringify([of, kind, name]);
  const see = (of: string, kind: string, ...names: readonly string[]) => {
    for (const name of names) noted.add(keyOf(of, kind, name));
  };

  function noteRest({ call, status, json }: AnsweredCall): void {
    const [path = ''] = call.path.split('?');
    for (const { name, method, documented, ...operation } of rest.operations) {
      if (!isOf(operation.path, path)) continue;
      // Every operation of a path documents that other methods are rejected there.
      if (method === call.method || status === METHOD_NOT_ALLOWED)
        see(name, 'statuses', String(status));
      if (method !== call.method) continue;
      const sent = typeof call.body === 'string' ? parsed(call.body) : undefined;
      const seeFields = (kind: string, value: unknown) =>
        see(name, kind, ...pathsIn(value, documented[kind] ?? []));
      seeFields('request fields', sent);
      if (status < 300) seeFields('response fields', json);
      for (const { field, code } of errorsIn(json)) {
        see(name, 'error codes', code);
        // `*` stands for any field.
        see(name, 'conditions', `${withoutIndexes(field)} ${code}`, `* ${code}`);
      }
    }
  }

  function noteGraphQL({ json }: AnsweredCall): void {
    const { data } = Object(json);
    for (const root of [schema.getQueryType(), schema.getMutationType()])
      if (root) noteValue(root, data);
  }

  /** Records object fields and enum values. */
  function noteValue(type: GraphQLType, value: unknown): void {
    const named = getNamedType(type);
    for (const one of [value].flat(MAX_LISTS)) {
      if (isEnumType(named)) see(named.name, 'values', String(one));
      if (!isObjectType(named) || !isObject(one)) continue;
      for (const [name, field] of Object.entries(named.getFields())) {
        if (!Object.hasOwn(one, name)) continue;
        see(named.name, 'fields', name);
        noteValue(field.type, one[name]);
      }
    }
  }

  const documented = [
    ...rest.operations.flatMap(({ name, documented }) =>
      Object.entries(documented).map(([kind, names]) => ({ of: name, kind, names })),
    ),
    ...Object.values(schema.getTypeMap())
      .filter(({ name }) => !name.startsWith('__'))
      .map(documentedByGraphQL),
  ].filter(({ names }) => names.length > 0);
  return {
    note: (answered) =>
      answered.surface === 'rest' ? noteRest(answered) : noteGraphQL(answered),
    rows: () =>
      documented.map(({ of, kind, names }) => {
        const isSeen = (name: string) => noted.has(keyOf(of, kind, name));
        const missing = names.filter((name) => !isSeen(name));
        return { of, kind, seen: names.filter(isSeen), missing };
      }),
  };
}

function documentedByGraphQL(type: GraphQLNamedType) {
  const { name: of } = type;
  if (isEnumType(type))
    return { of, kind: 'values', names: type.getValues().map(({ name }) => name) };
  return {
    of,
    kind: 'fields',
    names: isObjectType(type) ? Object.keys(type.getFields()) : [],
  };
}

const METHOD_NOT_ALLOWED = 405;
const MAX_LISTS = 3;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const isOf = (template: string, path: string) =>
  template.replace('{id}', () => path.split('/').at(-1) || '{id}') === path;

/** The documented fields that a value has, such as `product.images[].src`. */
function pathsIn(value: unknown, documented: readonly string[], at = ''): string[] {
  if (Array.isArray(value))
    return value.flatMap((entry) => pathsIn(entry, documented, `${at}[]`));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const path = at === '' ? name : `${at}.${name}`;
    return documented.includes(path) ? [path, ...pathsIn(inner, documented, path)] : [];
  });
}

function errorsIn(json: unknown): { field: string; code: string }[] {
  const { errors } = Object(json);
  return Array.isArray(errors)
    ? errors.filter(
        (error) => typeof error?.field === 'string' && typeof error.code === 'string',
      )
    : [];
}
