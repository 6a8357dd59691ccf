// An example request in JavaScript: fetch, in a module for Node.
import type { ExampleExchange } from '../../pages/snippets/print-curl.ts';
import { type LiteralStyle, printLiteral, Verbatim } from '../../pages/snippets/print-literal.ts';

/** Single quotes unless the text has characters to escape: then its JSON, which JavaScript reads too. */
const string = (text: string) => (/^[^'\\\p{Cc}]*$/u.test(text) ? `'${text}'` : JSON.stringify(text));

const key = (name: string) => `${/^[a-z_$][\w$]*$/i.test(name) ? name : string(name)}: `;

const STYLE: LiteralStyle = { string, key, padding: ' ', lastComma: ',' };

export const printJavaScriptLiteral = (value: unknown, margin: string) => printLiteral(value, STYLE, margin);

export function printJavaScript(origin: string, request: ExampleExchange): string {
  const { method, path, headers = {}, query, tokenInUrl, response } = request;
  const body = query === undefined ? request.body : { query: new Verbatim('query'), ...request.body };
  // biome-ignore lint/suspicious/noTemplateCurlyInString: code of the example
  const token = '${process.env.TOKEN}';
  const url = tokenInUrl ? `\`${origin}${path}?token=${token}\`` : string(`${origin}${path}`);
  const lines = [
    ...(tokenInUrl ? [] : [`Authorization: \`Bearer ${token}\`,`]),
    ...(body ? ["'Content-Type': 'application/json',"] : []),
    ...Object.entries(headers).map(([name, value]) => `${key(name)}${string(value)},`),
  ];
  const options = [
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    ...(lines.length === 0 ? [] : ['  headers: {', ...lines.map((line) => `    ${line}`), '  },']),
    ...(body
      ? [`  body: JSON.stringify(${printJavaScriptLiteral(body, '  ').replace('query: query', 'query')}),`]
      : []),
  ];
  return [
    ...(query === undefined ? [] : [`const query = \`${query}\`;`, '']),
    ...(options.length === 0
      ? [`const response = await fetch(${url});`]
      : [`const response = await fetch(${url}, {`, ...options, '});']),
    `console.log(response.status${response?.body ? ', await response.json()' : ''});`,
  ].join('\n');
}
