// Requests to GraphQL that are no request, or whose documents or variables are wrong.
import type { GraphQLMistake } from './mistake.ts';

const CREATE = 'mutation ($input: CreateProductInput!) { createProduct(input: $input) { success } }';
const UPDATE = 'mutation ($input: UpdateProductInput!) { updateProduct(id: 1, input: $input) { success } }';
const BUNDLE = 'mutation ($input: CreateBundleInput!) { createBundle(input: $input) { success } }';

const tent = (fields: object) => ({ query: CREATE, variables: { input: { title: 'Tent', rent: 10, ...fields } } });
const literal = (fields: string) => ({
  query: `mutation { createProduct(input: { title: "Tent", ${fields} }) { success } }`,
});

const wrong = (place: string, message: string) => [`$${place} INVALID_FORMAT: ${message}`];
const QUERY_MISSING = ['BAD_REQUEST: query must be a text that is not empty'];
const NO_STORED = ['PERSISTED_QUERY_NOT_SUPPORTED: PersistedQueryNotSupported'];
const persistedQuery = { version: 1, sha256Hash: 'ecf4edb46db40b5132295c0291d62fb65d6759a9eedfa4d5d612dd5ec54a6b38' };

const REQUESTS: readonly GraphQLMistake[] = [
  {
    by: 'Apollo: BatchHttpLink',
    body: [{ query: '{ __typename }' }],
    status: 400,
    answer: ['BAD_REQUEST: Batches are not taken: send each operation as a request of its own'],
  },
  {
    by: 'Apollo: persisted queries',
    body: { operationName: 'A', variables: {}, extensions: { persistedQuery } },
    answer: NO_STORED,
  },
  {
    by: 'Apollo: persisted queries by GET',
    search: { extensions: JSON.stringify({ persistedQuery }) },
    answer: NO_STORED,
  },
  { by: 'urql: persisted queries', body: { query: '', extensions: { persistedQuery } }, answer: NO_STORED },
  { by: 'curl: no body', body: '', status: 400, answer: ['body INVALID_FORMAT: The body is empty'] },
  {
    by: 'curl: a document alone',
    body: '{ __typename }',
    status: 400,
    answer: ['body INVALID_FORMAT: Must be valid JSON. Line 1, column 3: found __typename, which is no JSON'],
  },
  { by: 'no document', body: {}, status: 400, answer: QUERY_MISSING },
  {
    by: 'gql`…` unprinted',
    body: { query: { kind: 'Document' } },
    status: 400,
    answer: [`${QUERY_MISSING}, not an object`],
  },
  {
    by: 'variables as a text',
    body: { query: '{ __typename }', variables: '{}' },
    status: 400,
    answer: ['BAD_REQUEST: variables must be an object, not a string'],
  },
  {
    by: 'PHP: variables as a list',
    body: { query: '{ __typename }', variables: [1] },
    status: 400,
    answer: ['BAD_REQUEST: variables must be an object, not an array'],
  },
  {
    by: 'GET: variables of Python',
    search: { query: '{ __typename }', variables: "{'id': 1}" },
    status: 400,
    answer: ["variables INVALID_FORMAT: Must be valid JSON. Line 1, column 2: found 'id', which is no JSON"],
  },
  {
    by: 'GET: extensions that are cut',
    search: { query: '{ __typename }', extensions: '{"a":' },
    status: 400,
    answer: ['extensions INVALID_FORMAT: Must be valid JSON. Line 1, column 6: expected a value, found the end'],
  },
  {
    by: 'Relay: the id of a document',
    body: { query: '{ __typename }', id: 'abc' },
    status: 400,
    answer: ['BAD_REQUEST: A GraphQL request has no parameters but query, operationName, variables, extensions'],
  },
];

const VARIABLES: readonly GraphQLMistake[] = [
  {
    by: 'the name of REST',
    ...tent({ stock_type: 'BULK' }),
    answer: wrong('input.stock_type', 'Unknown field; did you mean stockType?'),
  },
  {
    by: 'a slip',
    ...tent({ descripton: 'a' }),
    answer: wrong('input.descripton', 'Unknown field; did you mean description?'),
  },
  {
    by: 'Apollo: __typename of a read',
    query: UPDATE,
    variables: { input: { __typename: 'Product' } },
    answer: wrong('input.__typename', 'Unknown field'),
  },
  {
    by: 'the name of REST in an entry',
    query: BUNDLE,
    variables: { input: { title: 'a', items: [{ ad_id: 1, quantity: 1 }] } },
    answer: [
      '$input.items[0].adId REQUIRED: This field is required',
      ...wrong('input.items[0].ad_id', 'Unknown field; did you mean adId?'),
    ],
  },
  {
    by: 'React: the text of an input',
    ...tent({ rent: '12.10' }),
    answer: wrong('input.rent', 'Must be a number, not a string'),
  },
  {
    by: 'React: the text of an input',
    ...tent({ quantity: '3' }),
    answer: wrong('input.quantity', 'Must be an integer, not a string'),
  },
  {
    by: 'React: a checkbox',
    ...tent({ online: 'on' }),
    answer: wrong('input.online', 'Must be true or false, not a string'),
  },
  { by: 'a number for a text', ...tent({ sku: 7 }), answer: wrong('input.sku', 'Must be a string, not a number') },
  {
    by: 'the value of REST',
    ...tent({ stockType: 0 }),
    answer: wrong('input.stockType', 'Must be one of the allowed values, not a number: UNIT, BULK'),
  },
  {
    by: 'a value in lower case',
    ...tent({ stockType: 'bulk' }),
    answer: wrong('input.stockType', 'Must be one of the allowed values: UNIT, BULK'),
  },
  {
    by: 'URLs for objects',
    ...tent({ images: ['a'] }),
    answer: wrong('input.images[0]', 'Must be an object, not a string'),
  },
  {
    by: 'a list for an input',
    query: CREATE,
    variables: { input: [] },
    answer: wrong('input', 'Must be an object, not an array'),
  },
  { by: 'no variables', query: CREATE, answer: ['$input REQUIRED: This field is required'] },
  {
    by: 'a text for a number',
    query: 'mutation ($r: Float!) { createProduct(input: { title: "a", rent: $r }) { success } }',
    variables: { r: '12.10' },
    answer: wrong('r', 'Must be of type Float!, not a string'),
  },
  {
    by: 'an object for an id',
    query: 'query ($id: ID!) { product(id: $id) { id } }',
    variables: { id: { id: 1 } },
    answer: wrong('id', 'Must be of type ID!, not an object'),
  },
];

const invalid = (message: string) => [`GRAPHQL_VALIDATION_FAILED: ${message}`];

const DOCUMENTS: readonly GraphQLMistake[] = [
  {
    by: 'the name of REST',
    ...literal('rent: 1, stock_type: BULK'),
    answer: invalid('Field "stock_type" is not defined by type "CreateProductInput". Did you mean "stockType"?'),
  },
  {
    by: 'a text for a number',
    ...literal('rent: "12.10"'),
    answer: invalid('Float cannot represent non numeric value: "12.10"'),
  },
  {
    by: 'a value in quotes',
    ...literal('rent: 1, stockType: "BULK"'),
    answer: invalid('Enum "StockType" cannot represent non-enum value: "BULK". Did you mean the enum value "BULK"?'),
  },
  {
    by: 'a selection of a slip',
    query: '{ product(id: 1) { titel } }',
    answer: invalid('Cannot query field "titel" on type "Product". Did you mean "title" or "type"?'),
  },
  {
    by: 'no selection',
    query: '{ product(id: 1) }',
    answer: invalid(
      'Field "product" of type "Product" must have a selection of subfields. Did you mean "product { ... }"?',
    ),
  },
  {
    by: 'a document that was cut',
    query: '{ product(id: 1) { id }',
    answer: ['GRAPHQL_PARSE_FAILED: Syntax Error: Expected Name, found <EOF>.'],
  },
  {
    by: 'an export of everything',
    query: `{ ${Array.from({ length: 101 }, (_, n) => `a${n}: __typename`).join(' ')} }`,
    answer: invalid('Aliases limit of 100 exceeded, found 101.'),
  },
  {
    by: 'a client that nests',
    query: `{ a${'{a'.repeat(16)}${'}'.repeat(16)} }`,
    answer: invalid('Query depth limit of 15 exceeded, found 17.'),
  },
  {
    by: 'a document of 4,001 tokens',
    query: `{ ${'a '.repeat(4_001)} }`,
    answer: invalid('Token limit of 4000 exceeded.'),
  },
  {
    by: 'a directive on every field',
    query: `{ ${'__typename @include(if: true) '.repeat(51)} }`,
    answer: invalid('Directives limit of 50 exceeded, found 51.'),
  },
];

export const GRAPHQL_MISTAKES = [...REQUESTS, ...VARIABLES, ...DOCUMENTS];
