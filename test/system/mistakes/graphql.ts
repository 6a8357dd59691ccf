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
  [
    'Apollo: BatchHttpLink',
    { body: [{ query: '{ __typename }' }] },
    ['BAD_REQUEST: Batches are not taken: send each operation as a request of its own'],
    400,
  ],
  [
    'Apollo: persisted queries',
    { body: { operationName: 'A', variables: {}, extensions: { persistedQuery } } },
    NO_STORED,
  ],
  ['Apollo: persisted queries by GET', { search: { extensions: JSON.stringify({ persistedQuery }) } }, NO_STORED],
  ['urql: persisted queries', { body: { query: '', extensions: { persistedQuery } } }, NO_STORED],
  ['curl: no body', { body: '' }, ['body INVALID_FORMAT: The body is empty'], 400],
  [
    'curl: a document alone',
    { body: '{ __typename }' },
    ['body INVALID_FORMAT: Must be valid JSON. Line 1, column 3: found __typename, which is no JSON'],
    400,
  ],
  ['no document', { body: {} }, QUERY_MISSING, 400],
  ['gql`…` unprinted', { body: { query: { kind: 'Document' } } }, [`${QUERY_MISSING}, not an object`], 400],
  [
    'variables as a text',
    { body: { query: '{ __typename }', variables: '{}' } },
    ['BAD_REQUEST: variables must be an object, not a string'],
    400,
  ],
  [
    'PHP: variables as a list',
    { body: { query: '{ __typename }', variables: [1] } },
    ['BAD_REQUEST: variables must be an object, not an array'],
    400,
  ],
  [
    'GET: variables of Python',
    { search: { query: '{ __typename }', variables: "{'id': 1}" } },
    ["variables INVALID_FORMAT: Must be valid JSON. Line 1, column 2: found 'id', which is no JSON"],
    400,
  ],
  [
    'GET: extensions that are cut',
    { search: { query: '{ __typename }', extensions: '{"a":' } },
    ['extensions INVALID_FORMAT: Must be valid JSON. Line 1, column 6: expected a value, found the end'],
    400,
  ],
  [
    'Relay: the id of a document',
    { body: { query: '{ __typename }', id: 'abc' } },
    ['BAD_REQUEST: A GraphQL request has no parameters but query, operationName, variables, extensions'],
    400,
  ],
];

const VARIABLES: readonly GraphQLMistake[] = [
  [
    'the name of REST',
    tent({ stock_type: 'BULK' }),
    wrong('input.stock_type', 'Unknown field; did you mean stockType?'),
  ],
  [
    'Apollo: __typename of a read',
    { query: UPDATE, variables: { input: { __typename: 'Product' } } },
    wrong('input.__typename', 'Unknown field'),
  ],
  [
    'the name of REST in an entry',
    { query: BUNDLE, variables: { input: { title: 'a', items: [{ ad_id: 1, quantity: 1 }] } } },
    [
      '$input.items[0].adId REQUIRED: This field is required',
      ...wrong('input.items[0].ad_id', 'Unknown field; did you mean adId?'),
    ],
  ],
  [
    'the value of REST',
    tent({ stockType: 0 }),
    wrong('input.stockType', 'Must be one of the allowed values, not a number: UNIT, BULK'),
  ],
  [
    'a value in lower case',
    tent({ stockType: 'bulk' }),
    wrong('input.stockType', 'Must be one of the allowed values: UNIT, BULK'),
  ],
  [
    'a list for an input',
    { query: CREATE, variables: { input: [] } },
    wrong('input', 'Must be an object, not an array'),
  ],
  ['no variables', { query: CREATE }, ['$input REQUIRED: This field is required']],
  [
    'a text for a number',
    {
      query: 'mutation ($r: Float!) { createProduct(input: { title: "a", rent: $r }) { success } }',
      variables: { r: '12.10' },
    },
    wrong('r', 'Must be of type Float!, not a string'),
  ],
  [
    'an object for an id',
    { query: 'query ($id: ID!) { product(id: $id) { id } }', variables: { id: { id: 1 } } },
    wrong('id', 'Must be of type ID!, not an object'),
  ],
];

const invalid = (message: string) => [`GRAPHQL_VALIDATION_FAILED: ${message}`];

const DOCUMENTS: readonly GraphQLMistake[] = [
  [
    'the name of REST',
    literal('rent: 1, stock_type: BULK'),
    invalid('Field "stock_type" is not defined by type "CreateProductInput". Did you mean "stockType"?'),
  ],
  ['a text for a number', literal('rent: "12.10"'), invalid('Float cannot represent non numeric value: "12.10"')],
  [
    'a value in quotes',
    literal('rent: 1, stockType: "BULK"'),
    invalid('Enum "StockType" cannot represent non-enum value: "BULK". Did you mean the enum value "BULK"?'),
  ],
  [
    'a selection of a slip',
    { query: '{ product(id: 1) { titel } }' },
    invalid('Cannot query field "titel" on type "Product". Did you mean "title" or "type"?'),
  ],
  [
    'no selection',
    { query: '{ product(id: 1) }' },
    invalid('Field "product" of type "Product" must have a selection of subfields. Did you mean "product { ... }"?'),
  ],
  [
    'a document that was cut',
    { query: '{ product(id: 1) { id }' },
    ['GRAPHQL_PARSE_FAILED: Syntax Error: Expected Name, found <EOF>.'],
  ],
];

export const GRAPHQL_MISTAKES = [...REQUESTS, ...VARIABLES, ...DOCUMENTS];
