// The examples of the operations, in the names of the domain, and as the OpenAPI document has them. Tests send them as the demo owner.
import { z } from 'zod';
import type { ZodOpenApiMediaTypeObject } from 'zod-openapi';
import { CAMPING, PRODUCTS } from '../demo/demo-data.ts';
import { DEMO_IDS } from '../demo/demo-ids.ts';
import type { JsonObject } from '../http/json-body.ts';
import { domainObjects, entrySchema } from '../operation/field-types.ts';
import { type RestOperationName, ROUTES, type Route } from '../rest/routes.ts';
import type { Codec } from '../rest/wire-codec.ts';
import { exampleValue, OUTPUTS } from './example-outputs.ts';

export type Examples = NonNullable<ZodOpenApiMediaTypeObject['examples']>;

export interface OperationExample {
  readonly summary: string;
  /** The id in the path. */
  readonly target?: number;
  readonly input?: Readonly<Record<string, unknown>>;
  /** Whether the body is that of JSON:API, which REST alone has. */
  readonly inData?: true;
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
  readonly request?: Examples;
  readonly answer: Examples;
}

/** The examples of the OpenAPI document in the names and values of a version. */
export function createExamples(codec: Codec): Readonly<Record<RestOperationName, DocumentExamples>> {
  const examplesOf = (route: (typeof ROUTES)[number]): DocumentExamples => {
    const examples = Object.entries(OPERATION_EXAMPLES[route.operation.name]);
    const answer = ({ target: id, input = {} }: OperationExample) =>
      restAnswer(codec, route, OUTPUTS[route.operation.name](id, input));
    const [[, first] = []] = examples;
    if (!route.fields || !first)
      return { answer: record(examples, (example) => ({ summary: example.summary, value: answer(example) })) };
    const body = (example: OperationExample) => ({ summary: example.summary, value: restBody(codec, route, example) });
    const name = route.status === 201 ? 'created' : 'updated';
    return { request: record(examples, body), answer: { [name]: { value: answer(first) } } };
  };
  return Object.fromEntries(ROUTES.map((route) => [route.operation.name, examplesOf(route)])) as never;
}

const record = <Value, Made>(entries: [string, Value][], make: (value: Value) => Made) =>
  Object.fromEntries(entries.map(([name, value]) => [name, make(value)]));

/** The body of a request, in its envelope. */
export function restBody(
  codec: Codec,
  { operation, fields }: Route,
  { input = {}, inData }: OperationExample,
): JsonObject {
  if (!fields) throw new Error(`A request of ${operation.name} has no body`);
  const written = codec.write(fields, withRequired(codec, fields, input));
  if (inData) return { data: { type: 'products', attributes: written } };
  return operation.name === 'createBundle' ? { bundle: written } : { product: written };
}

/** The body of a successful answer. */
export const restAnswer = (codec: Codec, { resource, answer }: Route, output: object): JsonObject =>
  codec.write(answer, resource ? { [resource]: output } : output);

/** The fields, and others that the version requires, in entries of lists too; without those that have no example. */
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
  const given = Object.entries(fields).map(([name, value]) => {
    const entry = shape.shape[name] && entrySchema(shape.shape[name]);
    const fill = (one: object) => fillRequired(codec, entry as z.ZodObject, one, onMissing);
    if (!(entry instanceof z.ZodObject) || typeof value !== 'object' || value === null) return [name, value];
    return [name, Array.isArray(value) ? value.map(fill) : fill(value)];
  });
  const missing = Object.entries<z.ZodType>(codec.view.shape(shape).shape)
    .filter(([name, field]) => !field.isOptional() && !Object.hasOwn(fields, name))
    .map(([name, field]) => [name, exampleValue(field)] as const);
  const { object = '' } = domainObjects.get(shape) ?? {};
  for (const [name, value] of missing) if (value === undefined) onMissing(object, name);
  return Object.fromEntries([...given, ...missing.filter(([, value]) => value !== undefined)]);
}
