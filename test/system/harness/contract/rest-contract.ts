// The REST contract, from /openapi.json: the operations, and the shapes of their inputs and responses.
import type { AnsweredCall } from '../calls/call.ts';
import {
  createExchangeChecks,
  createSchemaErrors,
  DOCUMENT,
  type SchemaErrors,
} from './exchange-checks.ts';
import {
  createResolve,
  fieldPaths,
  jsonSchema,
  type Resolve,
  shapeOf,
} from './read-shape.ts';
import type { Condition, Schema, Shape } from './shape.ts';
import { toRest } from './translate.ts';

export interface RestOperation {
  /** The operationId. */
  readonly name: string;
  readonly method: string;
  /** From the root of the deployment, with `{id}` in place of the ID. */
  readonly path: string;
  /** The coordinate of the operation on GraphQL, such as `Mutation.createProduct`. */
  readonly graphqlField: string;
  /** The wrapper objects of the body; empty for an operation without a body. */
  readonly envelopes: readonly Envelope[];
  /** The body of a successful response. */
  readonly success: Shape;
  /** What the document says about it, by kind: statuses, field paths such as `product.images[].src`, error codes. */
  readonly documented: Readonly<Record<string, readonly string[]>>;
  /** The values of `Prefer` that ask for an error that its description names, such as `code=503`. */
  readonly rehearsals: readonly string[];
  /** The member of a read's response that holds the object, and the object's shape. */
  readonly answer?: { readonly name: string; readonly shape: Shape };
}

/** `{ product: input }`, or `{ data: { type, attributes: input } }`. */
export interface Envelope {
  readonly name: string;
  readonly shape: Shape;
  wrap(input: unknown): unknown;
}

/** The version under test doesn't have an operation. */
export class WithdrawnError extends Error {
  override readonly name = 'WithdrawnError';
  readonly operation: string;

  constructor(operation: string) {
    super(`The OpenAPI document has no operation ${operation} with x-graphql-field`);
    this.operation = operation;
  }
}

export interface RestContract {
  readonly operations: readonly RestOperation[];
  readonly version: string;
  has(operation: string): boolean;
  /** @throws {WithdrawnError} */
  operation(name: string): RestOperation;
  /** The shape of an operation's input. */
  inputShape(operation: string): Shape;
  /** The errors of a response: an undocumented status, missing headers, a body that doesn't match its schema. */
  failures(operation: string, answered: AnsweredCall): string[];
  /** A body is accepted if it is valid by its schema, and only then, unless conditions explain its errors. */
  verdictFailures(operation: string, answered: AnsweredCall): string[];
}

type Json = Record<string, unknown>;
// biome-ignore lint/suspicious/noExplicitAny: the OpenAPI document is untrusted JSON
type Loose = any;

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/** @param prefix the deployment's path, which precedes every path of a call */
export function readRestContract(document: Loose, prefix = ''): RestContract {
  const openApi = JSON.parse(JSON.stringify(document).replaceAll('"#/', `"${DOCUMENT}#/`));
  const resolve = createResolve(openApi);
  const errorsOf = createSchemaErrors(openApi);
  const server = new URL(
    openApi.servers?.[0]?.url ?? '/',
    'http://localhost',
  ).pathname.replace(/\/$/, '');
  const base = server.startsWith(`${prefix}/`) ? server.slice(prefix.length) : server;
  const rows = Object.entries<Json>(openApi.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method]).map((method) => ({
      path,
      method,
      row: item[method] as Loose,
    })),
  );
  const operations = rows
    .filter(({ row }) => typeof row['x-graphql-field'] === 'string')
    .map(({ path, method, row }) =>
      operationOf(`${base}${path}`, method, row, { resolve, errorsOf }),
    );
  function operation(name: string): RestOperation {
    const found = operations.find((candidate) => candidate.name === name);
    if (!found) throw new WithdrawnError(name);
    return found;
  }
  return {
    operations,
    version: openApi.info.version,
    has: (name) => operations.some((candidate) => candidate.name === name),
    operation,
    inputShape(name) {
      const [envelope] = operation(name).envelopes;
      if (!envelope) throw new Error(`The OpenAPI document has no request body of ${name}`);
      return envelope.shape;
    },
    ...createExchangeChecks(rows, resolve, errorsOf),
  };
}

function operationOf(
  path: string,
  method: string,
  row: Loose,
  reader: Reader,
): RestOperation {
  const { resolve } = reader;
  const ok: Loose = Object.entries(row.responses).find(([status]) =>
    status.startsWith('2'),
  )?.[1];
  const success = shapeOf(jsonSchema(resolve(ok)) ?? {}, resolve);
  const [entry] = success.fields ?? [];
  const body = jsonSchema(resolve(row.requestBody ?? {}));
  return {
    name: row.operationId,
    method: method.toUpperCase(),
    path,
    graphqlField: row['x-graphql-field'],
    envelopes: body
      ? envelopesOf(body, reader).map((envelope) =>
          withConditions(envelope, row['x-conditions']),
        )
      : [],
    success,
    documented: documentedOf(row, body, jsonSchema(resolve(ok)), resolve),
    rehearsals: rehearsalsOf(row, resolve),
    ...(method === 'get' && entry && { answer: { name: entry[0], shape: entry[1].shape } }),
  };
}

function documentedOf(
  row: Loose,
  body: Schema | undefined,
  answer: Schema | undefined,
  resolve: Resolve,
): RestOperation['documented'] {
  const errors = shapeOf(
    jsonSchema(resolve(row.responses[400] ?? {})) ?? {},
    resolve,
  ).fields?.get('errors');
  const conditions: readonly Condition[] = row['x-conditions'] ?? [];
  const codes = errors?.shape.item?.fields?.get('code')?.shape.values ?? [];
  return {
    statuses: Object.keys(row.responses).filter((status) => status !== 'default'),
    'request fields': fieldPaths(body, resolve),
    'response fields': fieldPaths(answer, resolve),
    // A read has no input to reject.
    'error codes': body ? codes.map(String) : [],
    conditions: [...new Set(conditions.map(({ field, code }) => `${field} ${code}`))],
  };
}

function rehearsalsOf({ parameters = [] }: Loose, resolve: Resolve): string[] {
  const prefer: Loose = parameters.map(resolve).find(({ name }: Loose) => name === 'Prefer');
  const statuses = String(prefer?.description ?? '').match(/\b\d{3}\b/g) ?? [];
  return statuses.map((status) => `code=${status}`);
}

const withConditions = (
  envelope: Envelope,
  conditions: readonly Condition[] = [],
): Envelope => ({
  ...envelope,
  shape: { ...envelope.shape, conditions },
});

/** Reads the schemas of the document. */
interface Reader {
  readonly resolve: Resolve;
  readonly errorsOf: SchemaErrors;
}

function envelopesOf(body: Schema, reader: Reader): Envelope[] {
  const { resolve } = reader;
  const own = resolve(body);
  const branches = ((own.oneOf ?? own.anyOf) as Schema[] | undefined) ?? [own];
  return branches.flatMap((branch) => {
    const properties = resolve(branch).properties as Record<string, Schema> | undefined;
    return Object.entries(properties ?? {}).map(([name, schema]) =>
      envelopeOf(name, schema, reader),
    );
  });
}

function envelopeOf(name: string, schema: Schema, { resolve, errorsOf }: Reader): Envelope {
  const inputOf = (own: Schema): Shape => ({
    ...shapeOf(own, resolve),
    errors: (input) => errorsOf(own, input),
  });
  const properties = resolve(schema).properties as Record<string, Schema> | undefined;
  const type = properties?.type && shapeOf(properties.type, resolve).values?.[0];
  if (properties?.attributes && type !== undefined) {
    const shape = inputOf(properties.attributes);
    return {
      name,
      shape,
      wrap: (input) => ({ [name]: { type, attributes: toRest(input, shape) } }),
    };
  }
  const shape = inputOf(schema);
  return { name, shape, wrap: (input) => ({ [name]: toRest(input, shape) }) };
}
