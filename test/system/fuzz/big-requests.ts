// Requests to every surface as large as they are asked for, up to the bound of a body: the search for costly ones.
import { BIG_DOCUMENTS } from './big-documents.ts';
import { BIG_VALUES, type BigValue } from './big-values.ts';
import { type FuzzRequest, TOKEN } from './requests.ts';

/** Bytes of the largest value: 1 MiB less the envelope of the body. */
export const MOST_BYTES = 1_000_000;

export interface BigRequest {
  readonly what: string;
  /** The request with a value of about so many bytes. */
  readonly of: (bytes: number) => FuzzRequest;
}

const HEADERS = [
  ['Authorization', `Bearer ${TOKEN}`],
  ['Content-Type', 'application/json'],
] as const;

const rest = (method: string, path: string, body: string): FuzzRequest => ({
  method,
  target: `/api/token-secured${path}`,
  headers: HEADERS,
  body,
});
const graphql = (query: string, others: string): FuzzRequest => ({
  method: 'POST',
  target: '/graphql',
  headers: HEADERS,
  body: `{"query":${JSON.stringify(query)},${others}}`,
});

const OK = '"title":"a","rent":1,"stock_type":1,"quantity":1';
const OK_INPUT = '"title":"a","rent":1,"stockType":"BULK","quantity":1';
const CREATE = 'mutation($v: CreateProductInput!) { createProduct(input: $v) { success errors { field } } }';
const BUNDLE = 'mutation($v: CreateBundleInput!) { createBundle(input: $v) { success errors { field } } }';
const IMAGES = 'mutation($v: [ImageInput!]) { createProduct(input: { title: "a", rent: 1, images: $v }) { success } }';
const READ = 'query($v: ID!) { product(id: $v) { id } }';
const aliases = (field: string) => Array.from({ length: 99 }, (_, n) => `a${n}: ${field}`).join(' ');
const CREATES = `mutation($v: CreateProductInput!) { ${aliases('createProduct(input: $v) { success }')} }`;
const UPDATES = `mutation($v: String) { ${aliases('updateProduct(id: 1, input: { description: $v }) { success }')} }`;

const FIELDS = ['title', 'description', 'rent', 'sku', 'equipments', 'images', 'country_of_manufacture', 'unknown'];
const INPUT_FIELDS = ['title', 'description', 'rent', 'quantity', 'equipments', 'images', 'stockType', 'unknown'];
const ENTRIES = 30;

/** The value many times over, each a share of its size. */
const inEntries = (value: BigValue, bytes: number) =>
  Array(ENTRIES)
    .fill(value(bytes / ENTRIES))
    .join(',');

/** Places of a value in a request. */
const PLACES: Readonly<Record<string, (value: BigValue, bytes: number) => FuzzRequest>> = {
  'the body': (value, bytes) => rest('POST', '/product', value(bytes)),
  'the body of a read': (value, bytes) => rest('GET', '/product/1', value(bytes)),
  'a product': (value, bytes) => rest('POST', '/product', `{"product":${value(bytes)}}`),
  attributes: (value, bytes) => rest('POST', '/product', `{"data":{"type":"products","attributes":${value(bytes)}}}`),
  data: (value, bytes) => rest('PUT', '/product/1', `{"data":${value(bytes)}}`),
  'an update': (value, bytes) => rest('PUT', '/product/1', `{"product":${value(bytes)}}`),
  'the items of an update': (value, bytes) => rest('PUT', '/product/1', `{"product":{"items":${value(bytes)}}}`),
  ...Object.fromEntries(
    FIELDS.map((field) => [
      `the field ${field}`,
      (value: BigValue, bytes: number) => rest('POST', '/product', `{"product":{${OK},"${field}":${value(bytes)}}}`),
    ]),
  ),
  'the URL of an image': (value, bytes) =>
    rest('POST', '/product', `{"product":{${OK},"images":[{"src":${value(bytes)}}]}}`),
  'entries of equipments': (value, bytes) =>
    rest('POST', '/product', `{"product":{${OK},"equipments":[${inEntries(value, bytes)}]}}`),
  'the items of a bundle': (value, bytes) =>
    rest('POST', '/bundle', `{"bundle":{"title":"a","items":${value(bytes)}}}`),
  'entries of items': (value, bytes) =>
    rest('POST', '/bundle', `{"bundle":{"title":"a","items":[${inEntries(value, bytes)}]}}`),
  'a GraphQL body': (value, bytes) => ({ ...graphql('', ''), body: value(bytes) }),
  'a query': (value, bytes) => ({ ...graphql('', ''), body: `{"query":${value(bytes)}}` }),
  'the variables': (value, bytes) => graphql(READ, `"variables":${value(bytes)}`),
  'variables beside wrong ones': (value, bytes) => graphql(READ, `"variables":{"v":[],"w":${value(bytes)}}`),
  'a variable ID': (value, bytes) => graphql(READ, `"variables":{"v":${value(bytes)}}`),
  'a variable list': (value, bytes) => graphql(IMAGES, `"variables":{"v":${value(bytes)}}`),
  'a variable of many mutations': (value, bytes) => graphql(CREATES, `"variables":{"v":${value(bytes)}}`),
  'images of many mutations': (value, bytes) =>
    graphql(CREATES, `"variables":{"v":{${OK_INPUT},"title":"","images":${value(bytes)}}}`),
  'a text of many mutations': (value, bytes) => graphql(UPDATES, `"variables":{"v":${value(bytes / 4)}}`),
  extensions: (value, bytes) => graphql(READ, `"extensions":${value(bytes)}`),
  'an operation name': (value, bytes) => graphql(READ, `"operationName":${value(bytes)}`),
  'an input': (value, bytes) => graphql(CREATE, `"variables":{"v":${value(bytes)}}`),
  ...Object.fromEntries(
    INPUT_FIELDS.map((field) => [
      `the input field ${field}`,
      (value: BigValue, bytes: number) => graphql(CREATE, `"variables":{"v":{${OK_INPUT},"${field}":${value(bytes)}}}`),
    ]),
  ),
  'the items of an input': (value, bytes) => graphql(BUNDLE, `"variables":{"v":{"title":"a","items":${value(bytes)}}}`),
};

const valueRequests: readonly BigRequest[] = Object.entries(PLACES).flatMap(([place, make]) =>
  Object.entries(BIG_VALUES).map(([name, value]) => ({
    what: `${name} as ${place}`,
    of: (bytes: number) => make(value, bytes),
  })),
);

const documentRequests: readonly BigRequest[] = Object.entries(BIG_DOCUMENTS).map(([name, document]) => ({
  what: `a document with ${name}`,
  of: (bytes) => graphql(document(bytes), '"variables":{}'),
}));

/** Bytes of a target, a header or a form where a body has `MOST_BYTES`; Node and the dashboard take 16 KiB. */
const inHead = (bytes: number) => Math.floor((bytes / MOST_BYTES) * 15_000);

const headers = (name: string, part: string): BigRequest => ({
  what: `a header ${name} of ${part}`,
  of: (bytes) => ({
    ...rest('GET', '/product/1', ''),
    headers: [...HEADERS.filter(([known]) => known !== name), [name, part.repeat(inHead(bytes) / part.length)]],
  }),
});
const targets = (target: string, part: string): BigRequest => ({
  what: `a target ${target} of ${part}`,
  of: (bytes) => ({
    method: 'GET',
    target: target + part.repeat(inHead(bytes) / part.length),
    headers: HEADERS,
    body: '',
  }),
});
const forms = (part: string): BigRequest => ({
  what: `a form of ${part}`,
  of: (bytes) => ({
    method: 'POST',
    target: '/dashboard/sign-in',
    headers: [['Content-Type', 'application/x-www-form-urlencoded']],
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

export const BIG_REQUESTS: readonly BigRequest[] = [...documentRequests, ...headRequests, ...valueRequests];

/** @throws there is none. */
export function bigRequest(name: string): BigRequest {
  const found = BIG_REQUESTS.find(({ what }) => what === name);
  if (!found) throw new Error(`There is no big request: ${name}`);
  return found;
}
