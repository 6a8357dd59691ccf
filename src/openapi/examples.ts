// The examples of the operations: their requests in the names of the domain and of a version, with the recorded responses.
import { z } from 'zod';
import type { ZodOpenApiMediaTypeObject } from 'zod-openapi';
import { CAMPING, DEMO_IDS, PRODUCTS } from '../demo/demo-data.ts';
import type { JsonObject } from '../http/json-body.ts';
import { domainObjects, entrySchema, valueSchema } from '../operation/field-types.ts';
import { API_BASE_PATH } from '../paths.ts';
import { type RestOperationName, ROUTES, type Route } from '../rest/routes.ts';
import { revisionTag } from '../rest/validators.ts';
import type { Codec } from '../rest/wire-codec.ts';
import { type ExampleRequest, recordedResponses } from './recorded-responses.ts';

export type Examples = NonNullable<ZodOpenApiMediaTypeObject['examples']>;

export interface OperationExample {
  readonly summary: string;
  /** The id in the path. */
  readonly target?: number | undefined;
  readonly input?: Readonly<Record<string, unknown>> | undefined;
  /** Whether the body is that of JSON:API, which REST alone has. */
  readonly inData?: true | undefined;
}

const { products, rentals } = DEMO_IDS;

const { code: _tent, stockType: _unit, ...unitStock } = PRODUCTS.tent.row;
const { code: _mat, ...bulkStock } = PRODUCTS.mat.row;
const items = CAMPING.items.map(({ product, quantity }) => ({ adId: products[product], quantity }));
const camping = { title: CAMPING.row.title, items };
const gas = { title: 'Gas cartridge', rent: 2.5, code: 'GAS-230', shelfLifeMin: 30, shelfLifeMax: 720 };
const target = products.tent;

export const OPERATION_EXAMPLES: Readonly<Record<RestOperationName, Readonly<Record<string, OperationExample>>>> = {
  readRental: {
    active: { summary: 'A rental in progress', target: rentals.unpaid },
    paid: { summary: 'A rental that is paid', target: rentals.paid },
  },
  readProduct: {
    product: { summary: 'A product', target },
    bundle: { summary: 'A bundle', target: products.camping },
  },
  updateProduct: {
    fields: { summary: 'Change some fields', target, input: { rent: 26, cost: 300 } },
    clear: { summary: 'Clear a text and a list', target, input: { description: null, equipments: [] } },
    data: {
      summary: 'The other envelope',
      target,
      input: { barcode: '4006381333931', shelfLifeMax: 720 },
      inData: true,
    },
  },
  createProduct: {
    unit: { summary: 'Unit stock: each one has a sku', input: unitStock },
    bulk: { summary: 'Bulk stock: only how many', input: bulkStock },
    data: { summary: 'The other envelope; the code is the sku too', input: gas, inData: true },
  },
  createBundle: {
    sum: { summary: 'The rent is the sum of its items', input: camping },
    own: { summary: 'A rent of its own', input: { ...camping, rent: 33, online: false } },
  },
};

interface DocumentExamples {
  readonly request?: Examples | undefined;
  /** Undefined before they are recorded. */
  readonly answer: Examples | undefined;
}

/** The examples of the OpenAPI document in the names and values of a version. */
export function createExamples(codec: Codec): Readonly<Record<RestOperationName, DocumentExamples>> {
  const responseTo = recordedResponses(codec.version);
  const examplesOf = (route: (typeof ROUTES)[number]): DocumentExamples => {
    const all = Object.entries(OPERATION_EXAMPLES[route.operation.name]).map(([name, example]) => {
      const request = restRequest(codec, route, example);
      return { name, summary: example.summary, request: request.body, answer: responseTo(request)?.body };
    });
    if (!route.fields)
      return { answer: record(all.map(({ name, summary, answer }) => [name, { summary, value: answer }])) };
    const [first] = all;
    return {
      request: record(all.map(({ name, summary, request }) => [name, { summary, value: request }])),
      answer: record([[route.status === 201 ? 'created' : 'updated', { value: first?.answer }]]),
    };
  };
  return Object.fromEntries(ROUTES.map((route) => [route.operation.name, examplesOf(route)])) as never;
}

function record(entries: readonly (readonly [name: string, { readonly value: JsonObject | undefined }])[]) {
  const known = entries.filter(([, { value }]) => value);
  return known.length > 0 ? Object.fromEntries(known) : undefined;
}

interface RestExample extends Omit<OperationExample, 'summary'> {
  /** The revision of an update, as `If-Match`. */
  readonly ifRevision?: number | undefined;
  /** The revision of a read that is answered with 304, as `If-None-Match`. */
  readonly unlessRevision?: number | undefined;
}

/** The request of an example in the names and values of a version. */
export function restRequest(codec: Codec, route: Route, example: RestExample): ExampleRequest {
  const { target, input, ifRevision, unlessRevision } = example;
  return {
    method: route.method,
    path: `${API_BASE_PATH}${route.path.replace(':id', String(target))}`,
    headers: {
      ...(ifRevision !== undefined && { 'If-Match': revisionTag(codec, ifRevision) }),
      ...(unlessRevision !== undefined && { 'If-None-Match': revisionTag(codec, unlessRevision) }),
    },
    body: input && restBody(codec, route, example),
  };
}

/** The body of a request, in its envelope. */
function restBody(codec: Codec, { operation, fields }: Route, { input = {}, inData }: RestExample): JsonObject {
  if (!fields) throw new Error(`A request of ${operation.name} has no body`);
  const written = codec.write(fields, withRequired(codec, fields, input));
  if (inData) return { data: { type: 'products', attributes: written } };
  return operation.name === 'createBundle' ? { bundle: written } : { product: written };
}

/** The fields that the version has, and others that it requires, in entries of lists too; without those that have no example. */
export const withRequired = (codec: Codec, shape: z.ZodObject, fields: object): JsonObject =>
  fillRequired(codec, shape, fields, () => {});

/** What the examples of a version lack, each with its cure. */
export function missingExamples(codec: Codec): readonly string[] {
  const told = new Set<string>();
  for (const { operation, fields } of ROUTES) {
    if (!fields || !codec.view.has(operation.name)) continue;
    for (const { input = {} } of Object.values(OPERATION_EXAMPLES[operation.name])) {
      fillRequired(codec, fields, input, (object, name) =>
        told.add(
          `${name} has no example: add it in ${object.startsWith('Bundle') ? 'bundles/bundle' : 'products/product'}-shape.ts`,
        ),
      );
    }
  }
  return [...told];
}

function fillRequired(
  codec: Codec,
  shape: z.ZodObject,
  fields: object,
  onMissing: (object: string, name: string) => void,
): JsonObject {
  const { shape: known } = codec.view.shape(shape);
  const asGiven = Object.entries(fields).filter(([name]) => Object.hasOwn(known, name));
  const given = asGiven.map(([name, value]) => {
    const entry = shape.shape[name] && entrySchema(shape.shape[name]);
    const fill = (one: object) => fillRequired(codec, entry as z.ZodObject, one, onMissing);
    if (!(entry instanceof z.ZodObject) || typeof value !== 'object' || value === null) return [name, value];
    return [name, Array.isArray(value) ? value.map(fill) : fill(value)];
  });
  const missing = Object.entries<z.ZodType>(known)
    .filter(([name, field]) => !field.isOptional() && !Object.hasOwn(fields, name))
    .map(([name, field]) => [name, exampleValue(field)] as const);
  const { object = '' } = domainObjects.get(shape) ?? {};
  for (const [name, value] of missing) if (value === undefined) onMissing(object, name);
  return Object.fromEntries([...given, ...missing.filter(([, value]) => value !== undefined)]);
}

/** The value of a field that a row does not have: null, or the example of its shape. */
const exampleValue = (field: z.ZodType): unknown => (field.isNullable() ? null : exampleOf(field));

/** The example of a field, of the fields of its object, or of one entry of its list; undefined if one of them lacks it. */
function exampleOf(field: z.core.$ZodType): unknown {
  const value = valueSchema(field);
  const own = z.globalRegistry.get(field)?.example ?? z.globalRegistry.get(value)?.example;
  if (own !== undefined) return own;
  if (value instanceof z.ZodArray) {
    const entry = exampleOf(value.element);
    return entry === undefined ? undefined : [entry];
  }
  if (!(value instanceof z.ZodObject)) return undefined;
  const fields = Object.entries<z.ZodType>(value.shape).map(([name, inner]) => [name, exampleOf(inner)] as const);
  const known = fields.filter(([, example]) => example !== undefined);
  return fields.every(([name, example]) => example !== undefined || value.shape[name].isOptional())
    ? Object.fromEntries(known)
    : undefined;
}
