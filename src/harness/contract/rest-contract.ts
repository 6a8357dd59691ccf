// What /openapi.json promises: the operations, their inputs as shapes, and a check of answers against their schemas.
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { Exchange } from '../exchange/client.ts';
import { createResolve, type Resolve, type Schema, type Shape, shapeOf } from './shape.ts';

export interface RestOperation {
  /** The operationId. */
  readonly name: string;
  readonly method: string;
  /** From the root of the deployment, with `{id}` where the id stands. */
  readonly path: string;
  /** Such as `Mutation.createProduct`. */
  readonly graphqlField: string;
  /** The envelopes of its body; empty where it takes none. */
  readonly envelopes: readonly Envelope[];
  /** The shape of the object that a read answers, and the name that it stands under. */
  readonly answer?: { readonly name: string; readonly shape: Shape };
}

/** `{ product: input }`, or `{ data: { type, attributes: input } }`. */
export interface Envelope {
  readonly name: string;
  readonly shape: Shape;
  wrap(input: unknown): unknown;
}

export interface RestContract {
  readonly operations: readonly RestOperation[];
  readonly version: string;
  operation(name: string): RestOperation;
  /** What is wrong with an answer of an operation: undocumented status, missing headers, a body off its schema. */
  faults(operation: string, exchange: Exchange): string[];
}

type Json = Record<string, unknown>;
// The document is untrusted data of a known kind: it is read through one loose type.
// biome-ignore lint/suspicious/noExplicitAny: see above
type Loose = any;

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

export function readRestContract(document: Loose): RestContract {
  const resolve = createResolve(document);
  const base = new URL(document.servers?.[0]?.url ?? '/', 'http://localhost').pathname.replace(/\/$/, '');
  const rows = Object.entries<Json>(document.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method]).map((method) => ({ path, method, row: item[method] as Loose })),
  );
  const operations = rows
    .filter(({ row }) => typeof row['x-graphql-field'] === 'string')
    .map(({ path, method, row }) => operationOf(`${base}${path}`, method, row, resolve));
  const check = createAnswerCheck(document, rows, resolve);
  return {
    operations,
    version: document.info.version,
    operation(name) {
      const found = operations.find((operation) => operation.name === name);
      if (!found) throw new Error(`The document has no operation ${name}`);
      return found;
    },
    faults: check,
  };
}

function operationOf(path: string, method: string, row: Loose, resolve: Resolve): RestOperation {
  const ok: Loose = Object.entries(row.responses).find(([status]) => status.startsWith('2'))?.[1];
  const answer = resolve(jsonSchema(resolve(ok)) ?? {});
  const [entry] = Object.entries((answer.properties as Record<string, Schema> | undefined) ?? {});
  const body = jsonSchema(resolve(row.requestBody ?? {}));
  return {
    name: row.operationId,
    method: method.toUpperCase(),
    path,
    graphqlField: row['x-graphql-field'],
    envelopes: body ? envelopesOf(body, resolve) : [],
    ...(method === 'get' && entry && { answer: { name: entry[0], shape: shapeOf(entry[1], resolve) } }),
  };
}

const jsonSchema = (content: Loose): Schema | undefined => content?.content?.['application/json']?.schema;

function envelopesOf(body: Schema, resolve: Resolve): Envelope[] {
  const own = resolve(body);
  const branches = ((own.oneOf ?? own.anyOf) as Schema[] | undefined) ?? [own];
  return branches.flatMap((branch) => {
    const properties = resolve(branch).properties as Record<string, Schema> | undefined;
    return Object.entries(properties ?? {}).map(([name, schema]) => envelopeOf(name, schema, resolve));
  });
}

function envelopeOf(name: string, schema: Schema, resolve: Resolve): Envelope {
  const properties = resolve(schema).properties as Record<string, Schema> | undefined;
  const type = properties?.type && shapeOf(properties.type, resolve).values?.[0];
  return properties?.attributes && type !== undefined
    ? {
        name,
        shape: shapeOf(properties.attributes, resolve),
        wrap: (attributes) => ({ [name]: { type, attributes } }),
      }
    : { name, shape: shapeOf(schema, resolve), wrap: (input) => ({ [name]: input }) };
}

type Rows = readonly { path: string; method: string; row: Loose }[];

/** Answers are checked by Ajv against the document itself. */
function createAnswerCheck(document: Loose, rows: Rows, resolve: Resolve): RestContract['faults'] {
  const ajv = new Ajv2020({ strict: false, allErrors: false });
  formats.default(ajv);
  ajv.addSchema({ $id: 'openapi', ...document });
  const compiled = new Map<string, ValidateFunction>();
  const validator = (schema: Schema): ValidateFunction => {
    const key = JSON.stringify(schema);
    const known = compiled.get(key) ?? ajv.compile(withAbsoluteRefs(schema) as Schema);
    compiled.set(key, known);
    return known;
  };
  return (operation, { status, headers, json, call }) => {
    const { row } = rows.find((candidate) => candidate.row.operationId === operation) ?? {};
    if (!row) return [`no operation ${operation} in the document`];
    const documented = row.responses[status] ?? row.responses[`${String(status)[0]}XX`];
    if (!documented) return [`status ${status} is not documented`];
    const response: Loose = resolve(documented);
    const missing = Object.entries<Loose>(response.headers ?? {})
      .filter(([name, header]) => resolve(header).required === true && headers.get(name) === null)
      .map(([name]) => `header ${name} is missing`);
    const schema = jsonSchema(response);
    if (!schema || call.method === 'HEAD') return missing;
    if (!(headers.get('content-type') ?? '').startsWith('application/json')) missing.push('the answer is not JSON');
    const validate = validator(schema);
    if (!validate(json)) missing.push(`the answer is not valid: ${ajv.errorsText(validate.errors)}`);
    return missing;
  };
}

/** A part of the document outside of it: its references name the document. */
const withAbsoluteRefs = (node: unknown): unknown => {
  if (Array.isArray(node)) return node.map(withAbsoluteRefs);
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(
    Object.entries(node).map(([name, value]) => [
      name,
      name === '$ref' && typeof value === 'string' ? `openapi${value}` : withAbsoluteRefs(value),
    ]),
  );
};
