// Mistakes that new clients make, by language: each response says what is wrong, and where (D11, D12, D17, D37).
import { expect, test } from 'vitest';
import { BASE, openTestApp } from '../../support/app.ts';

const app = await openTestApp();

interface FieldFault {
  readonly variable?: string;
  readonly field: string;
  readonly code: string;
  readonly message: string;
}

type AnyError = FieldFault & {
  readonly extensions?: { readonly code: string; readonly errors?: readonly FieldFault[] };
};

const told = ({ variable, field, code, message }: FieldFault): string =>
  `${[variable && `$${variable}`, field].filter(Boolean).join('.')} ${code}: ${message}`;

/** The status, and each error as `field CODE: message`, `$variable.field CODE: message` or `CODE: message`. */
async function send(
  path: string,
  body?: string | Uint8Array,
  type = 'application/json',
): Promise<readonly unknown[]> {
  const init = body === undefined ? {} : { method: 'POST', body: body as BodyInit };
  const answer = await app.call(path, init, { headers: { 'Content-Type': type } });
  const errors = (answer.body.errors as readonly AnyError[]).flatMap((error) => {
    const { code, errors: faults = undefined } = error.extensions ?? { code: '', errors: [error] };
    return faults ? faults.map(told) : [`${code}: ${error.message}`];
  });
  return [answer.status, ...errors];
}

/** The rows of a table: who makes the mistake, what is sent, and what each error says, with arrows between them. */
const rows = (table: string): [by: string, sent: string, ...errors: string[]][] =>
  table
    .trim()
    .replaceAll(/\n\s*→/g, ' →')
    .split('\n')
    .map((row) => row.trim().split(/ +→ +/) as [string, string, ...string[]]);

const PRODUCT = `${BASE}/product`;
const atBody = (message: string) => [400, `body INVALID_FORMAT: ${message}`];

test.each(
  rows(String.raw`
    JavaScript: a comma behind the last entry → {"product":{"images":[1,]}} → 1:25 expected a value, found ]
    JavaScript: undefined in a template → {"product":{"cost":undefined}} → 1:20 unexpected token undefined
    JavaScript: String(object) → [object Object] → 1:2 unexpected token object
    JavaScript: names without quotes → {product:{}} → 1:2 unexpected token product
    Python: float("nan") → {"product":{"rent":NaN}} → 1:20 unexpected token NaN
    Python: float("-inf") → {"product":{"cost":-Infinity}} → 1:20 unexpected token -
    Python: str(dict) → {'product': {'title': 'Tent'}} → 1:2 unexpected token 'product'
    Python: True → {"product":{"online":True}} → 1:22 unexpected token True
    Python: None → {"product":{"sku":None}} → 1:19 unexpected token None
    printf in a German locale → {"product":{"rent":12,10}}
      → 1:23 expected a field name in double quotes, found 10
    sh: a number without its digits → {"product":{"rent":12.}} → 1:20 expected a number, found 12.
    sh: an article number with zeros → {"product":{"code":007}} → 1:21 expected a comma, found 0
    sh: a tab within a text → {"product":{"title":"Tent	for four"}}
      → 1:21 a string has a control character, which must be escaped
    Ruby: to_s of a hash → {"product"=>{}} → 1:11 unexpected token =>
    Java: toString of a map → {product={title=Tent}} → 1:2 unexpected token product=
    Go: fmt.Sprint of a map → map[title:Tent] → 1:1 unexpected token map
    C#: a Windows path → {"product":{"description":"C:\Data"}}
      → 1:27 a string has an invalid escape sequence
    Perl: \x{e9} in a text → {"product":{"title":"\u{e9}"}} → 1:21 a string has \u without four hex digits
    HTML: escaped quotes → {&quot;product&quot;:{}} → 1:2 unexpected token &quot;product&quot;
    a form → title=Tent&rent=10 → 1:1 unexpected token title=Tent&rent=10
    a body that was cut → {"product":{"title":"Tent" → 1:27 expected }, found the end
    a comment in a config file → {/* a tent */"product":{}} → 1:2 expected no comment, found /* a tent */
    a missing comma → {"product":{"title":"Tent" "rent":10}} → 1:28 expected a comma, found "rent"
    a missing colon → {"product" {}} → 1:12 expected a colon, found {
    an error page of a proxy → <html><head><title>Gateway timeout</title>
      → 1:1 unexpected token <html><head><title>G…
  `),
)('invalid JSON: %s (D11)', async (_, sent, error) => {
  const message = error.replace(/^(\d+):(\d+) /, 'Must be valid JSON. Line $1, column $2: ');
  expect(await send(PRODUCT, sent)).toEqual(atBody(message));
});

const bytes = (text: string, encoding: BufferEncoding = 'utf8') =>
  new Uint8Array(Buffer.from(text, encoding));
const json = (line: number, column: number, words: string) =>
  `Must be valid JSON. Line ${line}, column ${column}: ${words}`;
test.each<readonly [by: string, sent: string | Uint8Array, message: string]>([
  ['PHP: json_encode gives false for texts in Latin-1', '', 'The body is empty'],
  [
    'PHP: Latin-1',
    bytes('{"product":{"title":"Zelt für 4"}}', 'latin1'),
    'Must be valid UTF-8: byte 28 is 0xFC',
  ],
  [
    'PowerShell: UTF-16',
    bytes('\uFEFF{"product":{}}', 'utf16le'),
    'Must be valid UTF-8: byte 1 is 0xFF',
  ],
  [
    'Go: a cut character',
    bytes('{"title":"Zelt für').subarray(0, 17),
    'Must be valid UTF-8: byte 17 is 0xC3',
  ],
  ['curl: -d @file of blanks', ' \n', json(2, 1, 'expected a value, found the end')],
  ['an import of JSON lines', '{"product":{}}\n{}', json(2, 1, 'expected the end, found {')],
  [
    'sh: a line break',
    '{"title":"Tent\nfor four"}',
    json(1, 10, 'a string has no closing quote on its line'),
  ],
  [
    'a comma behind a field',
    '{\n "a": 1,\n}',
    json(3, 1, 'expected a field name in double quotes, found }'),
  ],
  ['JSON.stringify twice', JSON.stringify('{"product":{}}'), 'Must be an object, not a string'],
  ['several products in one request', '[{}]', 'Must be an object, not an array'],
  ['Java: a null object', 'null', 'Must be an object, not null'],
])('invalid JSON, invalid UTF-8 or no object: %s (D11)', async (_, sent, message) => {
  expect(await send(PRODUCT, sent)).toEqual(atBody(message));
});

test('not JSON by content type: PHP: curl without a content type (D11)', async () => {
  const answer = await send(PRODUCT, 'title=Tent', 'application/x-www-form-urlencoded');
  expect(answer).toEqual(atBody('Content-Type must be application/json'));
});

const UNWRAPPED = 'product REQUIRED: Wrap the fields: {"product": {…}}';
const UNWRAPPED_BUNDLE = 'bundle REQUIRED: Wrap the fields: {"bundle": {…}}';
test.each([
  ...rows(`
    no wrapper → {"title":"Tent"} → ${UNWRAPPED}
    no wrapper → /bundle {"title":"Camping","items":[]} → ${UNWRAPPED_BUNDLE}
    the wrapper of a product for a bundle → /bundle {"product":{"title":"Camping"}} → ${UNWRAPPED_BUNDLE}
    an empty object → {} → product REQUIRED: This field is required
    Ember: no attributes → {"data":{"type":"products","title":"Tent"}}
      → data.attributes REQUIRED: Wrap the fields: {"data": {"attributes": {…}}}
    PHP: an empty array for an object → {"product":[]} → product: Must be an object, not an array
    JSON in JSON → {"product":"{}"} → product: Must be an object, not a string
    a field beside the wrapper → {"product":{"title":"Tent","rent":1,"sku":"T"},"title":"a"} → title: Unknown field
    the name of GraphQL in an entry → /bundle {"bundle":{"title":"a","items":[{"adId":1,"quantity":1}]}}
      → items[0].ad_id REQUIRED: This field is required → items[0].adId: Unknown field; did you mean ad_id?
    ids as texts → /bundle {"bundle":{"title":"a","items":[{"ad_id":"1","quantity":1}]}}
      → items[0].ad_id: Must be an integer, not a string
    ids for objects → /bundle {"bundle":{"title":"a","items":[1]}} → items[0]: Must be an object, not a number
  `),
  ...rows(`
    the name of GraphQL → "stockType":1 → stockType: Unknown field; did you mean stock_type?
    Python: snake_case → "product_type":0 → product_type: Unknown field; did you mean productType?
    Go: no json tags → "Title":"Tent" → Title: Unknown field; did you mean title?
    kebab-case → "commodity-code":"1" → commodity-code: Unknown field; did you mean commodity_code?
    a slip → "quantitiy":2 → quantitiy: Unknown field; did you mean quantity?
    another word → "price":10 → price: Unknown field
    a slip in an entry → "equipments":[{"name":"Peg","quantity":8,"quanity":8}]
      → equipments[0].quanity: Unknown field; did you mean quantity?
    PHP: prices from a form → "rent":"12.10" → rent: Must be a number, not a string
    PHP: numbers from a form → "quantity":"3" → quantity: Must be an integer, not a string
    a checkbox of a form → "online":"true" → online: Must be true or false, not a string
    PHP: a boolean from MySQL → "online":1 → online: Must be true or false, not a number
    Perl: a text that looks like a number → "code":7 → code: Must be a string, not a number
    Java: a money object → "rent":{"amount":10} → rent: Must be a number, not an object
    a fraction of a piece → "quantity":1.5 → quantity: Must be an integer
    PHP: array_filter makes an object of a list → "images":{"1":{}} → images: Must be an array, not an object
    one URL for a list → "images":"https://a.example/b.png" → images: Must be an array, not a string
    URLs for objects → "images":["https://a.example/b.png"] → images[0]: Must be an object, not a string
    PHP: a list for an object → "equipments":[["Peg",8]] → equipments[0]: Must be an object, not an array
    Go: true for a text → "barcode":true → barcode: Must be a string, not a boolean
    the value of GraphQL → "stock_type":"BULK" → stock_type: Must be one of the allowed values, not a string: 0, 1
    a value that is not allowed → "stock_type":2 → stock_type: Must be one of the allowed values: 0, 1
    a number beyond doubles → "rent":1e999 → rent: Must be a finite number
    a blank in a URL → "images":[{"src":"https://a.example/big tent.png"}]
      → images[0].src: Must be an http or https URL as RFC 3986 defines it, with all other characters percent-encoded
    an umlaut in a host → "images":[{"src":"https://zelte-für-alle.example/a.png"}]
      → images[0].src: Must be an http or https URL whose host is written in ASCII (punycode)
  `).map(([by, fields, ...errors]) => [
    by,
    `{"product":{"title":"Tent","rent":10,"sku":"T-1",${fields}}}`,
    ...errors,
  ]),
])('wrapper object, names and types: %s (D11, D12, D17)', async (_, sent = '', ...errors) => {
  const [, path = '/product', body = ''] = /^(\/\w+)? ?(.*)$/.exec(sent) ?? [];
  const answer = errors.map((error) => error.replace(/^([\w.[\]-]+):/, '$1 INVALID_FORMAT:'));
  expect(await send(`${BASE}${path}`, body)).toEqual([400, ...answer]);
});

const ROOT = '{ __typename }';
const CREATE =
  'mutation ($input: CreateProductInput!) { createProduct(input: $input) { success } }';
const UPDATE =
  'mutation ($input: UpdateProductInput!) { updateProduct(id: 1, input: $input) { success } }';
const BUNDLE = 'mutation ($input: CreateBundleInput!) { createBundle(input: $input) { success } }';
const RENT = 'mutation ($r: Float!) { createProduct(input: { title: "a", rent: $r }) { success } }';
const QUERY_MISSING = 'BAD_REQUEST: query must be a non-empty string';
const STORED = '"extensions":{"persistedQuery":{"version":1,"sha256Hash":"ecf4edb46db40b51"}}';
const NO_STORED = 'PERSISTED_QUERY_NOT_SUPPORTED: PersistedQueryNotSupported';
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
    Relay: the id of a document → {"query":"${ROOT}","id":"abc"}
      → BAD_REQUEST: A GraphQL request has no parameters but query, operationName, variables, extensions
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
  expect(await send(`/graphql?${new URLSearchParams({ query: ROOT, [name]: sent })}`)).toEqual(
    answer,
  );
  expect(await send(`/graphql?${new URLSearchParams({ extensions: STORED.slice(13) })}`)).toEqual([
    200,
    NO_STORED,
  ]);
});
