// An example request in Python, with the package requests.
import type { ExampleExchange } from '../../pages/snippets/print-curl.ts';
import { type LiteralStyle, printJson, printLiteral, Verbatim } from '../../pages/snippets/print-literal.ts';

/** Python reads the texts of JSON. */
const STYLE: LiteralStyle = {
  indent: '    ',
  lastComma: ',',
  words: { true: 'True', false: 'False', null: 'None' },
};

const TOKEN = "{os.environ['TOKEN']}";

/** The code has no type of the body: `requests` sets it. */
export function printPython(origin: string, request: ExampleExchange): string {
  const { method, path, headers = {}, query, tokenInUrl, response } = request;
  const body = query === undefined ? request.body : { query: new Verbatim('query'), ...request.body };
  const lines = [
    ...(tokenInUrl ? [] : [`"Authorization": f"Bearer ${TOKEN}",`]),
    ...Object.entries(headers).map(([name, value]) => `${printJson(name)}: ${printJson(value)},`),
  ];
  return [
    'import os',
    '',
    'import requests',
    '',
    ...(query === undefined ? [] : [`query = """\n${query}\n"""`, '']),
    `response = requests.${method.toLowerCase()}(`,
    `    ${tokenInUrl ? `f"${origin}${path}?token=${TOKEN}"` : printJson(`${origin}${path}`)},`,
    ...(lines.length === 0 ? [] : ['    headers={', ...lines.map((line) => `        ${line}`), '    },']),
    ...(body ? [`    json=${printLiteral(body, STYLE, '    ')},`] : []),
    ')',
    `print(response.status_code${response?.body ? ', response.json()' : ''})`,
  ].join('\n');
}
