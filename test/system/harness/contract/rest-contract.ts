// The REST contract, from /openapi.json: the operations, and the shapes of their inputs and responses.
import type { AnsweredCall } from '../calls/call.ts';
import {
  createExchangeChecks,
  createSchemaErrors,
  DOCUMENT,
  type Reader,
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

// biome-ignore lint/suspicious/noExplicitAny: the OpenAPI document is untrusted JSON
type Loose = any;

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/** @param prefix the deployment's path, which precedes every path of a call */
export function readRestContract(document: Loose, prefix = ''): RestContract {
  const openApi = JSON.parse(JSON.stringify(document).replaceAll('"#/', `"${DOCUMENT}#/`));
  const reader = { resolve: createResolve(openApi), errorsOf: createSchemaErrors(openApi) };
  const base = basePathOf(openApi, prefix);
  const rows = Object.entries<Loose>(openApi.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method]).map((method) => ({
      path: `${base}${path}`,
      method: method.toUpperCase(),
      ...item[method],
    })),
  );
  const operations = rows
    .filter((row) => typeof row['x-graphql-field'] === 'string')
    .map((row) => operationOf(row, reader));
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
    ...createExchangeChecks(rows, reader),
  };
}

/** The base path of the document's first server, without the path prefix of the deployment. */
function basePathOf({ servers }: Loose, prefix: string): string {
  const { pathname } = new URL(servers?.[0]?.url ?? '/', 'http://localhost');
  const base = pathname.replace(/\/$/, '');
  return base.startsWith(`${prefix}/`) ? base.slice(prefix.length) : base;
}

function operationOf(row: Loose, reader: Reader): RestOperation {
  const { resolve } = reader;
  const shapeIn = (content: Schema | undefined) =>
    shapeOf(jsonSchema(content, resolve) ?? {}, resolve);
  const ok = Object.keys(row.responses).find((status) => status.startsWith('2'));
  const success = shapeIn(row.responses[ok ?? '']);
  const body = jsonSchema(row.requestBody, resolve);
  const { properties = {} }: Loose = resolve(body ?? {});
  const conditions: readonly Condition[] = row['x-conditions'] ?? [];
  const [entry] = success.fields;
  const error = shapeIn(row.responses[400]).fields.get('errors')?.item;
  const codes = error?.fields.get('code')?.values ?? [];
  return {
    name: row.operationId,
    method: row.method,
    path: row.path,
    graphqlField: row['x-graphql-field'],
    envelopes: Object.entries<Schema>(properties).map(([name, schema]) =>
      envelopeOf(name, schema, conditions, reader),
    ),
    success,
    documented: {
      statuses: Object.keys(row.responses).filter((status) => status !== 'default'),
      'request fields': fieldPaths(shapeIn(row.requestBody)),
      'response fields': fieldPaths(success),
      // A read has no input to reject.
      'error codes': body ? codes.map(String) : [],
      conditions: [...new Set(conditions.map(({ field, code }) => `${field} ${code}`))],
    },
    rehearsals: rehearsalsOf(row, resolve),
    ...(row.method === 'GET' && entry && { answer: { name: entry[0], shape: entry[1] } }),
  };
}

function rehearsalsOf({ parameters = [] }: Loose, resolve: Resolve): string[] {
  const prefer: Loose = parameters.map(resolve).find(({ name }: Loose) => name === 'Prefer');
  const statuses = String(prefer?.description ?? '').match(/\b\d{3}\b/g) ?? [];
  return statuses.map((status) => `code=${status}`);
}

function envelopeOf(
  name: string,
  schema: Schema,
  conditions: readonly Condition[],
  { resolve, errorsOf }: Reader,
): Envelope {
  const { properties }: Loose = resolve(schema);
  const { type, attributes } = properties ?? {};
  const own = attributes ?? schema;
  const kind = type && shapeOf(type, resolve).values?.[0];
  const shape: Shape = {
    ...shapeOf(own, resolve),
    conditions,
    errors: (input) => errorsOf(own, input),
  };
  return {
    name,
    shape,
    wrap(input) {
      const sent = toRest(input, shape);
      return { [name]: attributes ? { type: kind, attributes: sent } : sent };
    },
  };
}
