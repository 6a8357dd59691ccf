// Mistakes that new clients make on GraphQL: each response says what is wrong, and where (D17, D37).
import { expect, test } from 'vitest';
import { openSend, rows } from './table.ts';

const send = await openSend();

const ROOT = '{ __typename }';
const CREATE =
  'mutation ($input: CreateProductInput!) { createProduct(input: $input) { success } }';
const UPDATE =
  'mutation ($input: UpdateProductInput!) { updateProduct(id: 1, input: $input) { success } }';
const BUNDLE =
  'mutation ($input: CreateBundleInput!) { createBundle(input: $input) { success } }';
const RENT =
  'mutation ($r: Float!) { createProduct(input: { title: "a", rent: $r }) { success } }';
const QUERY_MISSING = 'BAD_REQUEST: query must be a non-empty string';
const STORED =
  '"extensions":{"persistedQuery":{"version":1,"sha256Hash":"ecf4edb46db40b51"}}';
const NO_STORED = 'PERSISTED_QUERY_NOT_SUPPORTED: PersistedQueryNotSupported';
const NO_IDS =
  "BAD_REQUEST: Persisted operations aren't supported: send the document as `query`";
const withQuery = (query: string, variables: string) =>
  `{"query":${JSON.stringify(query)},"variables":${variables}}`;
const inDocument = (fields: string) =>
  `mutation { createProduct(input: { title: "Tent", ${fields} }) { success } }`;

test.each([
  ...rows(`
    Apollo: BatchHttpLink → [{"query":"${ROOT}"}]
      → BAD_REQUEST: Batching isn't supported: send each operation as its own request
    Apollo: persisted queries → {"operationName":"A","variables":{},${STORED}} → ${NO_STORED}
    urql: persisted queries → {"query":"",${STORED}} → ${NO_STORED}
    curl: a document alone → ${ROOT}
      → body INVALID_FORMAT: Must be valid JSON. Line 1, column 3: unexpected token __typename
    no document → {} → ${QUERY_MISSING}
    gql unprinted → {"query":{"kind":"Document"}} → ${QUERY_MISSING}, not an object
    variables as a text → {"query":"${ROOT}","variables":"{}"}
      → BAD_REQUEST: variables must be an object, not a string
    PHP: variables as a list → {"query":"${ROOT}","variables":[1]}
      → BAD_REQUEST: variables must be an object, not an array
    Relay: the id of a document → {"id":"abc","variables":{}} → ${NO_IDS}
    Relay: its other name → {"doc_id":"123"} → ${NO_IDS}
    Apollo iOS: the id of a document → {"documentId":"sha256:abc","query":null} → ${NO_IDS}
    the name of REST → ${withQuery(CREATE, '{"input":{"title":"Tent","rent":10,"stock_type":"BULK"}}')}
      → $input.stock_type INVALID_FORMAT: Unknown field; did you mean stockType?
    Apollo: __typename of a read → ${withQuery(UPDATE, '{"input":{"__typename":"Product"}}')}
      → $input.__typename INVALID_FORMAT: Unknown field
    the name of REST in an entry → ${withQuery(BUNDLE, '{"input":{"title":"a","items":[{"ad_id":1,"quantity":1}]}}')}
      → $input.items[0].adId REQUIRED: This field is required
      → $input.items[0].ad_id INVALID_FORMAT: Unknown field; did you mean adId?
    the value of REST → ${withQuery(CREATE, '{"input":{"title":"Tent","rent":10,"stockType":0}}')}
      → $input.stockType INVALID_FORMAT: Must be one of the allowed values, not a number: UNIT, BULK
    a value in lower case → ${withQuery(CREATE, '{"input":{"title":"Tent","rent":10,"stockType":"bulk"}}')}
      → $input.stockType INVALID_FORMAT: Must be one of the allowed values: UNIT, BULK
    a list for an input → ${withQuery(CREATE, '{"input":[]}')}
      → $input INVALID_FORMAT: Must be an object, not an array
    no variables → ${withQuery(CREATE, '{}')} → $input REQUIRED: This field is required
    a text for a number → ${withQuery(RENT, '{"r":"12.10"}')}
      → $r INVALID_FORMAT: Must be of type Float!, not a string
    an object for an id → ${withQuery('query ($id: ID!) { product(id: $id) { id } }', '{"id":{"id":1}}')}
      → $id INVALID_FORMAT: Must be of type ID!, not an object
  `),
  ...rows(`
    the name of REST → ${inDocument('rent: 1, stock_type: BULK')}
      → Field "stock_type" is not defined by type "CreateProductInput". Did you mean "stockType"?
    a text for a number → ${inDocument('rent: "12.10"')} → Float cannot represent non numeric value: "12.10"
    a value in quotes → ${inDocument('rent: 1, stockType: "BULK"')}
      → Enum "StockType" cannot represent non-enum value: "BULK". Did you mean the enum value "BULK"?
    a selection of a slip → { product(id: 1) { titel } }
      → Cannot query field "titel" on type "Product". Did you mean "title" or "type"?
    no selection → { product(id: 1) }
      → Field "product" of type "Product" must have a selection of subfields. Did you mean "product { ... }"?
  `).map(([by, query, error]) => [
    by,
    JSON.stringify({ query }),
    `GRAPHQL_VALIDATION_FAILED: ${error}`,
  ]),
  ['no body', '', 'body INVALID_FORMAT: The body is empty'],
  [
    'a cut document',
    '{"query":"{ product(id: 1) { id }"}',
    'GRAPHQL_PARSE_FAILED: Syntax Error: Expected Name, found <EOF>.',
  ],
])('GraphQL says what is wrong: %s (D17, D37)', async (_, sent, ...errors) => {
  const isRefused = /^(?:BAD_REQUEST|body) /.test(errors[0]?.replace(':', ' ') ?? '');
  expect(await send('/graphql', sent)).toEqual([isRefused ? 400 : 200, ...errors]);
});

test.each(
  rows(`
    variables of Python → {'id': 1} → 1, column 2: unexpected token 'id'
    extensions that are cut → {"a": → 1, column 6: expected a value, found the end
  `),
)('GraphQL with GET says what is wrong: %s (D17, D37)', async (by, sent, words) => {
  const [name = ''] = by.split(' ');
  const answer = [400, `${name} INVALID_FORMAT: Must be valid JSON. Line ${words}`];
  expect(
    await send(`/graphql?${new URLSearchParams({ query: ROOT, [name]: sent })}`),
  ).toEqual(answer);
  expect(
    await send(`/graphql?${new URLSearchParams({ extensions: STORED.slice(13) })}`),
  ).toEqual([200, NO_STORED]);
});

test.each(['id', 'doc_id', 'documentId', 'clientVersion', '__proto__', 'operation'])(
  'a member %s beside the document is ignored, as GraphQL over HTTP asks (D37)',
  async (name) => {
    expect(await send('/graphql', `{"query":"${ROOT}","${name}":"abc"}`)).toEqual([200]);
  },
);

test('a GET with the id of a document says that persisted operations are not supported (D37)', async () => {
  expect(await send('/graphql?documentId=abc')).toEqual([400, NO_IDS]);
});
