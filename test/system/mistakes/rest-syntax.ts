// Bodies that are no JSON: the place, and what was found there.
import type { RestMistake } from './mistake.ts';

const at = (line: number, column: number, words: string) => [
  `body INVALID_FORMAT: Must be valid JSON. Line ${line}, column ${column}: ${words}`,
];

const latin1 = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));

export const SYNTAX_MISTAKES: readonly RestMistake[] = [
  {
    by: 'PHP: json_encode gives false for texts in Latin-1',
    send: '',
    answer: ['body INVALID_FORMAT: The body is empty'],
  },
  { by: 'curl: -d @file of blanks', send: ' \n', answer: at(2, 1, 'expected a value, found the end') },
  {
    by: 'PHP: Latin-1 in a JSON text written by hand',
    send: latin1('{"product":{"title":"Zelt für 4"}}'),
    answer: ['body INVALID_FORMAT: Must be UTF-8: byte 28 is not, it is 0xFC'],
  },
  {
    by: 'PowerShell: Out-File writes UTF-16',
    send: new Uint8Array(Buffer.from('\uFEFF{"product":{}}', 'utf16le')),
    answer: ['body INVALID_FORMAT: Must be UTF-8: byte 1 is not, it is 0xFF'],
  },
  {
    by: 'Go: a text cut in the middle of a character',
    send: new Uint8Array(Buffer.from('{"product":{"title":"Zelt für').subarray(0, 28)),
    answer: ['body INVALID_FORMAT: Must be UTF-8: byte 28 is not, it is 0xC3'],
  },
  {
    by: 'JavaScript: a comma behind the last field',
    send: '{\n  "product": {\n    "title": "Tent",\n  }\n}',
    answer: at(4, 3, 'expected a field name in double quotes, found }'),
  },
  {
    by: 'JavaScript: a comma behind the last entry',
    send: '{"bundle":{"items":[1,]}}',
    to: 'POST /bundle',
    answer: at(1, 23, 'expected a value, found ]'),
  },
  { by: 'Python: float("nan")', send: '{"product":{"rent":NaN}}', answer: at(1, 20, 'found NaN, which is no JSON') },
  {
    by: 'Python: float("-inf")',
    send: '{"product":{"cost":-Infinity}}',
    answer: at(1, 20, 'found -, which is no JSON'),
  },
  {
    by: 'Python: str(dict)',
    send: "{'product': {'title': 'Tent'}}",
    answer: at(1, 2, "found 'product', which is no JSON"),
  },
  { by: 'Python: True', send: '{"product":{"online":True}}', answer: at(1, 22, 'found True, which is no JSON') },
  { by: 'Python: None', send: '{"product":{"sku":None}}', answer: at(1, 19, 'found None, which is no JSON') },
  {
    by: 'JavaScript: undefined in a template',
    send: '{"product":{"cost":undefined}}',
    answer: at(1, 20, 'found undefined, which is no JSON'),
  },
  { by: 'JavaScript: String(object)', send: '[object Object]', answer: at(1, 2, 'found object, which is no JSON') },
  { by: 'JavaScript: names without quotes', send: '{product:{}}', answer: at(1, 2, 'found product, which is no JSON') },
  {
    by: 'printf in a German locale',
    send: '{"product":{"rent":12,10}}',
    answer: at(1, 23, 'expected a field name in double quotes, found 10'),
  },
  {
    by: 'sh: a number without its digits',
    send: '{"product":{"rent":12.}}',
    answer: at(1, 20, 'expected a number, found 12.'),
  },
  {
    by: 'sh: an article number with zeros',
    send: '{"product":{"code":007}}',
    answer: at(1, 21, 'expected a comma, found 0'),
  },
  { by: 'Ruby: to_s of a hash', send: '{"product"=>{}}', answer: at(1, 11, 'found =>, which is no JSON') },
  {
    by: 'Java: toString of a map',
    send: '{product={title=Tent}}',
    answer: at(1, 2, 'found product=, which is no JSON'),
  },
  { by: 'Go: fmt.Sprint of a map', send: 'map[title:Tent]', answer: at(1, 1, 'found map, which is no JSON') },
  { by: 'a form', send: 'title=Tent&rent=10', answer: at(1, 1, 'found title=Tent&rent=10, which is no JSON') },
  {
    by: 'sh: a line break within a text',
    send: '{"product":{"title":"Tent\nfor four"}}',
    answer: at(1, 21, 'this text has no closing quote in its line'),
  },
  {
    by: 'sh: a tab within a text',
    send: '{"product":{"title":"Tent\tfor four"}}',
    answer: at(1, 21, 'this text has a control character, which must be escaped'),
  },
  {
    by: 'C#: a Windows path',
    send: '{"product":{"description":"C:\\Data"}}',
    answer: at(1, 27, 'this text has a backslash before a character that takes none'),
  },
  {
    by: 'Perl: \\x{e9} in a text',
    send: '{"product":{"title":"\\u{e9}"}}',
    answer: at(1, 21, 'this text has \\u without four hex digits'),
  },
  { by: 'a body that was cut', send: '{"product":{"title":"Tent"', answer: at(1, 27, 'expected }, found the end') },
  {
    by: 'a comment in a config file',
    send: '{/* a tent */"product":{}}',
    answer: at(1, 2, 'expected no comment, found /* a tent */'),
  },
  {
    by: 'an import of JSON lines',
    send: '{"product":{}}\n{"product":{}}',
    answer: at(2, 1, 'expected the end, found {'),
  },
  {
    by: 'a missing comma',
    send: '{"product":{"title":"Tent" "rent":10}}',
    answer: at(1, 28, 'expected a comma, found "rent"'),
  },
  { by: 'a missing colon', send: '{"product" {}}', answer: at(1, 12, 'expected a colon, found {') },
  {
    by: 'HTML: escaped quotes',
    send: '{&quot;product&quot;:{}}',
    answer: at(1, 2, 'found &quot;product&quot;, which is no JSON'),
  },
  {
    by: 'an error page of a proxy as the body',
    send: '<html><head><title>Gateway timeout</title>',
    answer: at(1, 1, 'found <html><head><title>G…, which is no JSON'),
  },
  {
    by: 'JSON.stringify twice',
    send: JSON.stringify('{"product":{}}'),
    answer: ['body INVALID_FORMAT: Must be an object, not a string'],
  },
  {
    by: 'several products in one request',
    send: '[{}]',
    answer: ['body INVALID_FORMAT: Must be an object, not an array'],
  },
  { by: 'Java: a null object', send: 'null', answer: ['body INVALID_FORMAT: Must be an object, not null'] },
  {
    by: 'PHP: curl without a content type',
    send: 'title=Tent',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    answer: ['body INVALID_FORMAT: Content-Type must be application/json'],
  },
];
