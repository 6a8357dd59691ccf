// Requests of any size to every part of the service, up to the limit on bodies, to search for costly ones.
import type { Call } from '../harness/calls/call.ts';
import { BIG_DOCUMENTS } from './documents.ts';
import { BIG_VALUES } from './values.ts';

const JSON_TYPE = { 'Content-Type': 'application/json' };

/** Bytes of the largest value: 1 MiB less the rest of the body. */
export const MOST_BYTES = 1_000_000;

export interface BigRequest {
  readonly what: string;
  /** The request with a value of about this many bytes. */
  readonly of: (bytes: number) => Call;
}

const rest = (method: string, path: string, body: string): Call => ({
  method,
  path: `/api/token-secured${path}`,
  headers: JSON_TYPE,
  body,
});
/** `others` are the request's other parameters, as JSON. */
export const graphql = (query: string, others = '"variables":{}'): Call => ({
  method: 'POST',
  path: '/graphql',
  headers: JSON_TYPE,
  body: `{"query":${JSON.stringify(query)},${others}}`,
});

const OK = '"title":"a","rent":1,"stock_type":1,"quantity":1';
const OK_INPUT = '"title":"a","rent":1,"stockType":"BULK","quantity":1';
const CREATE =
  'mutation($v: CreateProductInput!) { createProduct(input: $v) { success errors { field } } }';
const BUNDLE =
  'mutation($v: CreateBundleInput!) { createBundle(input: $v) { success errors { field } } }';
const IMAGES =
  'mutation($v: [ImageInput!]) { createProduct(input: { title: "a", rent: 1, images: $v }) { success } }';
const READ = 'query($v: ID!) { product(id: $v) { id } }';
const aliases = (field: string) =>
  Array.from({ length: 99 }, (_, n) => `a${n}: ${field}`).join(' ');
const CREATES = `mutation($v: CreateProductInput!) { ${aliases('createProduct(input: $v) { success }')} }`;
const UPDATES = `mutation($v: String) { ${aliases('updateProduct(id: 1, input: { description: $v }) { success }')} }`;

const FIELDS = [
  'title',
  'description',
  'rent',
  'sku',
  'equipments',
  'images',
  'country_of_manufacture',
  'unknown',
];
const INPUT_FIELDS = [
  'title',
  'description',
  'rent',
  'quantity',
  'equipments',
  'images',
  'stockType',
  'unknown',
];
const ENTRIES = 30;

/** The JSON of a value of the request's size, or of a share of it. */
type Value = (share?: number) => string;

const inEntries = (value: Value) => `[${Array(ENTRIES).fill(value(ENTRIES)).join(',')}]`;

const product = (field: string, json: string) =>
  rest('POST', '/product', `{"product":{${OK},"${field}":${json}}}`);
const variable = (query: string, json: string) => graphql(query, `"variables":{"v":${json}}`);
const input = (field: string, json: string) =>
  variable(CREATE, `{${OK_INPUT},"${field}":${json}}`);

const PLACES: Readonly<Record<string, (value: Value) => Call>> = {
  'the body': (value) => rest('POST', '/product', value()),
  'the body of a read': (value) => rest('GET', '/product/1', value()),
  'a product': (value) => rest('POST', '/product', `{"product":${value()}}`),
  attributes: (value) =>
    rest('POST', '/product', `{"data":{"type":"products","attributes":${value()}}}`),
  data: (value) => rest('PUT', '/product/1', `{"data":${value()}}`),
  'an update': (value) => rest('PUT', '/product/1', `{"product":${value()}}`),
  'the items of an update': (value) =>
    rest('PUT', '/product/1', `{"product":{"items":${value()}}}`),
  ...Object.fromEntries(
    FIELDS.map((field) => [`the field ${field}`, (value: Value) => product(field, value())]),
  ),
  'the URL of an image': (value) => product('images', `[{"src":${value()}}]`),
  'entries of equipments': (value) => product('equipments', inEntries(value)),
  'the items of a bundle': (value) =>
    rest('POST', '/bundle', `{"bundle":{"title":"a","items":${value()}}}`),
  'entries of items': (value) =>
    rest('POST', '/bundle', `{"bundle":{"title":"a","items":${inEntries(value)}}}`),
  'a GraphQL body': (value) => ({ ...graphql(''), body: value() }),
  'a query': (value) => ({ ...graphql(''), body: `{"query":${value()}}` }),
  'the variables': (value) => graphql(READ, `"variables":${value()}`),
  'variables beside wrong ones': (value) =>
    graphql(READ, `"variables":{"v":[],"w":${value()}}`),
  'a variable ID': (value) => variable(READ, value()),
  'a variable list': (value) => variable(IMAGES, value()),
  'a variable of many mutations': (value) => variable(CREATES, value()),
  'images of many mutations': (value) =>
    variable(CREATES, `{${OK_INPUT},"title":"","images":${value()}}`),
  'a text of many mutations': (value) => variable(UPDATES, value(4)),
  extensions: (value) => graphql(READ, `"extensions":${value()}`),
  'an operation name': (value) => graphql(READ, `"operationName":${value()}`),
  'an input': (value) => variable(CREATE, value()),
  ...Object.fromEntries(
    INPUT_FIELDS.map((field) => [
      `the input field ${field}`,
      (value: Value) => input(field, value()),
    ]),
  ),
  'the items of an input': (value) => variable(BUNDLE, `{"title":"a","items":${value()}}`),
};

const valueRequests: readonly BigRequest[] = Object.entries(PLACES).flatMap(([place, make]) =>
  Object.entries(BIG_VALUES).map(([name, value]) => ({
    what: `${name} as ${place}`,
    of: (bytes: number) => make((share = 1) => value(bytes / share)),
  })),
);

const documentRequests: readonly BigRequest[] = Object.entries(BIG_DOCUMENTS).map(
  ([name, document]) => ({
    what: `a document with ${name}`,
    of: (bytes) => graphql(document(bytes)),
  }),
);

/** Bytes of a target, header or form when a body has `MOST_BYTES`; Node and the dashboard accept 16 KiB. */
const inHead = (bytes: number) => Math.floor((bytes / MOST_BYTES) * 15_000);

const headers = (name: string, part: string): BigRequest => ({
  what: `a header ${name} of ${part}`,
  of: (bytes) => ({
    method: 'GET',
    path: '/api/token-secured/product/1',
    headers: { [name]: part.repeat(inHead(bytes) / part.length) },
  }),
});
const targets = (target: string, part: string): BigRequest => ({
  what: `a target ${target} of ${part}`,
  of: (bytes) => ({ method: 'GET', path: target + part.repeat(inHead(bytes) / part.length) }),
});
const forms = (part: string): BigRequest => ({
  what: `a form of ${part}`,
  of: (bytes) => ({
    method: 'POST',
    path: '/dashboard/sign-in',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: part.repeat(inHead(bytes) / part.length),
  }),
});

const headRequests: readonly BigRequest[] = [
  headers('Authorization', 'Bearer '),
  headers('Accept', '*/*,'),
  headers('service-version', '2025-08-16'),
  headers('If-None-Match', '"a",'),
  headers('Cookie', 'dashboard_session=a; '),
  headers('X-Forwarded-For', '10.0.0.1, '),
  targets('/api/token-secured/product/', '1'),
  targets('/api/token-secured/product/1?', 'token=a&'),
  targets('/openapi.json?version=', '2025-08-16'),
  targets('/openapi.json?', 'version=a&'),
  targets('/graphql?query=', '{a}'),
  targets('/graphql?query={__typename}&variables=', '['),
  targets('/graphql?', 'query={a}&'),
  targets('/dashboard/', 'settings/'),
  targets('/', '%2e%2e/'),
  forms('a=b&'),
  forms('email=%41&'),
  forms('%'),
];

export const BIG_REQUESTS: readonly BigRequest[] = [
  ...documentRequests,
  ...headRequests,
  ...valueRequests,
];

/** @throws if there is none. */
export function bigRequest(name: string): BigRequest {
  const found = BIG_REQUESTS.find(({ what }) => what === name);
  if (!found) throw new Error(`There is no big request: ${name}`);
  return found;
}
