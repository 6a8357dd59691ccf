// An example request in Python, with the package requests.
import { type ExampleRequest, hasAnswerBody } from './example-request.ts';
import { type LiteralStyle, printLiteral } from './print-literal.ts';

/** Each JSON text is a text of Python. */
const string = (text: string) => JSON.stringify(text);

const key = (name: string) => `${string(name)}: `;

const STYLE: LiteralStyle = {
  indent: '    ',
  string,
  key,
  object: ['{', '}'],
  padding: '',
  emptyObject: '{}',
  trailingComma: true,
  words: { true: 'True', false: 'False', null: 'None' },
};

const TOKEN = "{os.environ['TOKEN']}";

/** `requests` sets the type of a JSON body itself. */
export function printPython(origin: string, request: ExampleRequest): string {
  const { method, path, headers = {}, body, tokenInUrl } = request;
  const lines = [
    ...(tokenInUrl ? [] : [`"Authorization": f"Bearer ${TOKEN}",`]),
    ...Object.entries(headers).map(([name, value]) => `${key(name)}${string(value)},`),
  ];
  return [
    'import os',
    '',
    'import requests',
    '',
    `response = requests.${method.toLowerCase()}(`,
    `    ${tokenInUrl ? `f"${origin}${path}?token=${TOKEN}"` : string(`${origin}${path}`)},`,
    ...(lines.length === 0 ? [] : ['    headers={', ...lines.map((line) => `        ${line}`), '    },']),
    ...(body ? [`    json=${printLiteral(body, STYLE, '    ')},`] : []),
    ')',
    `print(response.status_code${hasAnswerBody(request) ? ', response.json()' : ''})`,
  ].join('\n');
}
