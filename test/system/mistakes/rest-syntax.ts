// Bodies that are no JSON: the place, and what was found there.
import type { RestMistake } from './mistake.ts';

const at = (line: number, column: number, words: string) => [
  `body INVALID_FORMAT: Must be valid JSON. Line ${line}, column ${column}: ${words}`,
];

const latin1 = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));

export const SYNTAX_MISTAKES: readonly RestMistake[] = [
  ['PHP: json_encode gives false for texts in Latin-1', '', ['body INVALID_FORMAT: The body is empty']],
  ['curl: -d @file of blanks', ' \n', at(2, 1, 'expected a value, found the end')],
  [
    'PHP: Latin-1 in a JSON text written by hand',
    latin1('{"product":{"title":"Zelt für 4"}}'),
    ['body INVALID_FORMAT: Must be UTF-8: byte 28 is not, it is 0xFC'],
  ],
  [
    'PowerShell: Out-File writes UTF-16',
    new Uint8Array(Buffer.from('\uFEFF{"product":{}}', 'utf16le')),
    ['body INVALID_FORMAT: Must be UTF-8: byte 1 is not, it is 0xFF'],
  ],
  [
    'Go: a text cut in the middle of a character',
    new Uint8Array(Buffer.from('{"product":{"title":"Zelt für').subarray(0, 28)),
    ['body INVALID_FORMAT: Must be UTF-8: byte 28 is not, it is 0xC3'],
  ],
  [
    'JavaScript: a comma behind the last field',
    '{\n  "product": {\n    "title": "Tent",\n  }\n}',
    at(4, 3, 'expected a field name in double quotes, found }'),
  ],
  [
    'JavaScript: a comma behind the last entry',
    '{"bundle":{"items":[1,]}}',
    at(1, 23, 'expected a value, found ]'),
    { to: 'POST /bundle' },
  ],
  ['Python: float("nan")', '{"product":{"rent":NaN}}', at(1, 20, 'found NaN, which is no JSON')],
  ['Python: float("-inf")', '{"product":{"cost":-Infinity}}', at(1, 20, 'found -, which is no JSON')],
  ['Python: str(dict)', "{'product': {'title': 'Tent'}}", at(1, 2, "found 'product', which is no JSON")],
  ['Python: True', '{"product":{"online":True}}', at(1, 22, 'found True, which is no JSON')],
  ['Python: None', '{"product":{"sku":None}}', at(1, 19, 'found None, which is no JSON')],
  [
    'JavaScript: undefined in a template',
    '{"product":{"cost":undefined}}',
    at(1, 20, 'found undefined, which is no JSON'),
  ],
  ['JavaScript: String(object)', '[object Object]', at(1, 2, 'found object, which is no JSON')],
  ['JavaScript: names without quotes', '{product:{}}', at(1, 2, 'found product, which is no JSON')],
  [
    'printf in a German locale',
    '{"product":{"rent":12,10}}',
    at(1, 23, 'expected a field name in double quotes, found 10'),
  ],
  ['sh: a number without its digits', '{"product":{"rent":12.}}', at(1, 20, 'expected a number, found 12.')],
  ['sh: an article number with zeros', '{"product":{"code":007}}', at(1, 21, 'expected a comma, found 0')],
  ['Ruby: to_s of a hash', '{"product"=>{}}', at(1, 11, 'found =>, which is no JSON')],
  ['Java: toString of a map', '{product={title=Tent}}', at(1, 2, 'found product=, which is no JSON')],
  ['Go: fmt.Sprint of a map', 'map[title:Tent]', at(1, 1, 'found map, which is no JSON')],
  ['a form', 'title=Tent&rent=10', at(1, 1, 'found title=Tent&rent=10, which is no JSON')],
  [
    'sh: a line break within a text',
    '{"product":{"title":"Tent\nfor four"}}',
    at(1, 21, 'this text has no closing quote in its line'),
  ],
  [
    'sh: a tab within a text',
    '{"product":{"title":"Tent\tfor four"}}',
    at(1, 21, 'this text has a control character, which must be escaped'),
  ],
  [
    'C#: a Windows path',
    '{"product":{"description":"C:\\Data"}}',
    at(1, 27, 'this text has a backslash before a character that takes none'),
  ],
  [
    'Perl: \\x{e9} in a text',
    '{"product":{"title":"\\u{e9}"}}',
    at(1, 21, 'this text has \\u without four hex digits'),
  ],
  ['a body that was cut', '{"product":{"title":"Tent"', at(1, 27, 'expected }, found the end')],
  ['a comment in a config file', '{/* a tent */"product":{}}', at(1, 2, 'expected no comment, found /* a tent */')],
  ['an import of JSON lines', '{"product":{}}\n{"product":{}}', at(2, 1, 'expected the end, found {')],
  ['a missing comma', '{"product":{"title":"Tent" "rent":10}}', at(1, 28, 'expected a comma, found "rent"')],
  ['a missing colon', '{"product" {}}', at(1, 12, 'expected a colon, found {')],
  ['HTML: escaped quotes', '{&quot;product&quot;:{}}', at(1, 2, 'found &quot;product&quot;, which is no JSON')],
  [
    'an error page of a proxy as the body',
    '<html><head><title>Gateway timeout</title>',
    at(1, 1, 'found <html><head><title>G…, which is no JSON'),
  ],
  ['JSON.stringify twice', JSON.stringify('{"product":{}}'), ['body INVALID_FORMAT: Must be an object, not a string']],
  ['several products in one request', '[{}]', ['body INVALID_FORMAT: Must be an object, not an array']],
  ['Java: a null object', 'null', ['body INVALID_FORMAT: Must be an object, not null']],
  [
    'PHP: curl without a content type',
    'title=Tent',
    ['body INVALID_FORMAT: Content-Type must be application/json'],
    { headers: { 'Content-Type': 'application/x-www-form-urlencoded' } },
  ],
];
