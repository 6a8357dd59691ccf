// Mistakes that new clients make on REST, by language: each response says what is wrong, and where (D11, D12, D17).
import { expect, test } from 'vitest';
import { BASE } from '../../support/app.ts';
import { openSend, rows } from './table.ts';

const send = await openSend();

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
  [
    'JSON.stringify twice',
    JSON.stringify('{"product":{}}'),
    'Must be an object, not a string',
  ],
  ['several products in one request', '[{}]', 'Must be an object, not an array'],
  ['Java: a null object', 'null', 'Must be an object, not null'],
])('invalid JSON, invalid UTF-8 or no object: %s (D11)', async (_, sent, message) => {
  expect(await send(PRODUCT, sent)).toEqual(atBody(message));
});

test.each([
  ['PHP: curl without a content type', 'application/x-www-form-urlencoded'],
  ['fetch without a content type', 'text/plain'],
  ['an import of XML', 'application/xml'],
])('not JSON by content type: %s (D11)', async (_, type) => {
  const message = `Content-Type must be application/json, not ${type}`;
  expect(await send(PRODUCT, '{"product":{}}', type)).toEqual(atBody(message));
});

test('PowerShell: JSON that is declared as UTF-16 (D11)', async () => {
  const answer = await send(PRODUCT, '{}', 'application/json; charset=utf-16');
  expect(answer).toEqual(atBody('The charset of Content-Type must be utf-8'));
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
    an empty wrapper beside the other → {"data":{},"product":null} → data: Use either product or data, not both
    unknown fields around attributes → {"data":{"type":"products","attributes":{"title":"Tent"},"x":1},"y":1}
      → rent REQUIRED: This field is required → sku REQUIRED: SKU is required for unit stock
      → y: Unknown field → data.x: Unknown field
    no type → {"data":{"attributes":{"title":"","rent":1,"sku":"T"}}}
      → title REQUIRED: This field is required → data.type REQUIRED: This field is required
    PHP: an empty array for an object → {"product":[]} → product: Must be an object, not an array
    JSON in JSON → {"product":"{}"} → product: Must be an object, not a string
    a field beside the wrapper → {"product":{"title":"Tent","rent":1,"sku":"T"},"title":"a"} → title: Unknown field
    a wrong field in the wrapper and beside it → {"product":{"title":"Tent","rent":0,"sku":"T"},"rent":1}
      → rent MIN_VALUE: Must be at least 0.01
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
    Excel: a blank after a URL → "images":[{"src":"https://a.example/tent.png "}]
      → images[0].src: Must have no white space at its start or end
    a country in lower case → "country_of_manufacture":"de"
      → country_of_manufacture: Must be an ISO 3166-1 alpha-2 country code; did you mean DE?
    the United Kingdom → "country_of_manufacture":"UK"
      → country_of_manufacture: Must be an ISO 3166-1 alpha-2 country code; did you mean GB?
    Greece in the European Union → "country_of_manufacture":"el"
      → country_of_manufacture: Must be an ISO 3166-1 alpha-2 country code; did you mean GR?
    the name of a country → "country_of_manufacture":"Germany"
      → country_of_manufacture: Must be an ISO 3166-1 alpha-2 country code
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
