// Which parts of the documents a run has seen, and which not: REST statuses, fields and codes, GraphQL types.
import {
  type GraphQLType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isObjectType,
  parse,
  typeFromAST,
} from 'graphql';
import type { AnsweredCall, Call } from './calls/call.ts';
import { parsed } from './calls/client.ts';
import type { Contracts } from './check/pair.ts';
import type { RestOperation } from './contract/rest-contract.ts';

export interface CoverageRow {
  /** A REST operation, or a GraphQL type. */
  readonly of: string;
  readonly kind: Kind;
  readonly seen: readonly string[];
  readonly missing: readonly string[];
}

type Kind =
  | 'statuses'
  | 'request fields'
  | 'response fields'
  | 'error codes'
  | 'conditions'
  | 'fields'
  | 'values';

export interface Coverage {
  /** Records which parts of the documents a request and its response have. */
  note(answered: AnsweredCall): void;
  rows(): CoverageRow[];
}

export function createCoverage({ rest, graphql: { schema } }: Contracts): Coverage {
  const noted = new Set<string>();
  const keyOf = (of: string, kind: Kind, name: string) => JSON.stringify([of, kind, name]);
  const see = (of: string, kind: Kind, names: readonly string[]) => {
    for (const name of names) noted.add(keyOf(of, kind, name));
  };
  const paths = rest.operations.map((operation) => ({
    operation,
    pattern: patternOf(operation.path),
  }));

  function noteRest({ call, status, json }: AnsweredCall): void {
    const [path = ''] = call.path.split('?');
    const found = paths
      .filter(({ pattern }) => pattern.test(path))
      .map(({ operation }) => operation);
    // Every operation of a path documents that other methods are rejected there.
    if (status === METHOD_NOT_ALLOWED)
      for (const { name } of found) see(name, 'statuses', [String(status)]);
    const name = found.find(({ method }) => method === call.method)?.name;
    if (name === undefined) return;
    see(name, 'statuses', [String(status)]);
    if (typeof call.body === 'string') see(name, 'request fields', pathsIn(parsed(call.body)));
    if (status < 300) see(name, 'response fields', pathsIn(json));
    for (const { field, code } of errorsIn(json)) {
      see(name, 'error codes', [code]);
      // `*` stands for any field.
      see(name, 'conditions', [`${field.replaceAll(/\[\d+\]/g, '[]')} ${code}`, `* ${code}`]);
    }
  }

  function noteGraphQL({ call, json }: AnsweredCall): void {
    const { data } = (json ?? {}) as { data?: unknown };
    for (const root of [schema.getQueryType(), schema.getMutationType()])
      if (root) noteValue(root, data);
    const { query, variables } = requestIn(call);
    if (typeof query !== 'string' || !isObject(variables)) return;
    for (const [name, type] of variableTypes(query)) noteValue(type, variables[name]);
  }

  /** Records object fields and enum values. */
  function noteValue(type: GraphQLType, value: unknown): void {
    const named = getNamedType(type);
    for (const one of [value].flat(MAX_LISTS)) {
      if (isEnumType(named)) see(named.name, 'values', [String(one)]);
      if (!(isObjectType(named) || isInputObjectType(named)) || !isObject(one)) continue;
      const fields = named.getFields();
      for (const [name, inner] of Object.entries(one)) {
        if (!Object.hasOwn(fields, name)) continue;
        see(named.name, 'fields', [name]);
        const field = fields[name];
        if (field) noteValue(field.type, inner);
      }
    }
  }

  function variableTypes(query: string): (readonly [name: string, type: GraphQLType])[] {
    try {
      const [operation] = parse(query, { noLocation: true }).definitions;
      if (operation?.kind !== 'OperationDefinition') return [];
      return (operation.variableDefinitions ?? []).flatMap(({ variable, type }) => {
        const known = typeFromAST(schema, type);
        return known ? [[variable.name.value, known] as const] : [];
      });
    } catch {
      // A damaged document has no variables.
      return [];
    }
  }

  const documented = [...rest.operations.flatMap(documentedByRest), ...documentedByGraphQL(schema)];
  return {
    note: (answered) => (answered.surface === 'rest' ? noteRest(answered) : noteGraphQL(answered)),
    rows: () =>
      documented.map(({ of, kind, names }) => {
        const isSeen = (name: string) => noted.has(keyOf(of, kind, name));
        return {
          of,
          kind,
          seen: names.filter(isSeen),
          missing: names.filter((name) => !isSeen(name)),
        };
      }),
  };
}

interface Documented {
  readonly of: string;
  readonly kind: Kind;
  readonly names: readonly string[];
}

const documentedByRest = ({ name: of, documented }: RestOperation): Documented[] =>
  (
    [
      { of, kind: 'statuses', names: documented.statuses },
      { of, kind: 'request fields', names: documented.requestFields },
      { of, kind: 'response fields', names: documented.responseFields },
      // A read has no input to reject.
      {
        of,
        kind: 'error codes',
        names: documented.requestFields.length > 0 ? documented.codes : [],
      },
      { of, kind: 'conditions', names: documented.conditions },
    ] as const
  ).filter(({ names }) => names.length > 0);

const documentedByGraphQL = (schema: Contracts['graphql']['schema']): Documented[] =>
  Object.values(schema.getTypeMap())
    .filter(({ name }) => !name.startsWith('__'))
    .flatMap((type): Documented[] => {
      if (isEnumType(type))
        return [{ of: type.name, kind: 'values', names: type.getValues().map(({ name }) => name) }];
      if (!isObjectType(type) && !isInputObjectType(type)) return [];
      return [{ of: type.name, kind: 'fields', names: Object.keys(type.getFields()) }];
    });

const METHOD_NOT_ALLOWED = 405;
const MAX_LISTS = 3;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** The members of a GraphQL request with POST, whose body may be damaged. */
function requestIn({ body }: Call): { readonly query?: unknown; readonly variables?: unknown } {
  const json = typeof body === 'string' ? parsed(body) : undefined;
  return isObject(json) ? json : {};
}

const patternOf = (path: string) =>
  new RegExp(`^${path.split('{id}').map(escaped).join('[^/]+')}$`);

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** No documented field is deeper; some requests are nested as deep as a parser goes. */
const MAX_DEPTH = 20;

/** The path of each field of a value, such as `product.images[].src`. */
function pathsIn(value: unknown, at = '', depth = 0): string[] {
  if (!isObject(value) || depth > MAX_DEPTH) return [];
  if (Array.isArray(value)) return value.flatMap((entry) => pathsIn(entry, `${at}[]`, depth + 1));
  return Object.entries(value).flatMap(([name, inner]) => {
    const path = at === '' ? name : `${at}.${name}`;
    return [path, ...pathsIn(inner, path, depth + 1)];
  });
}

function errorsIn(json: unknown): { field: string; code: string }[] {
  const { errors } = (json ?? {}) as { errors?: unknown };
  return Array.isArray(errors)
    ? errors.filter((error) => typeof error?.field === 'string' && typeof error.code === 'string')
    : [];
}
