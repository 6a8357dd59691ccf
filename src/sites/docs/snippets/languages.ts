// The example requests as code: curl, fetch in a module for Node, the package requests of Python, the curl extension of PHP.
import { html } from 'hono/html';
import type { Html } from '../../pages/frame.ts';
import { type ExampleExchange, printCurl } from '../../pages/snippets/print-curl.ts';
import { type LiteralStyle, printJson, printLiteral, Verbatim } from '../../pages/snippets/print-literal.ts';
import { highlighted } from '../highlight.ts';

/** A body whose document is in a variable. */
const bodyWith = (variable: string, { query, body }: ExampleExchange) =>
  query === undefined ? body : { query: new Verbatim(variable), ...body };

/** Lines between those that open and close them; none without lines. */
const block = (open: string, lines: readonly string[], close: string, indent: string): string[] =>
  lines.length === 0 ? [] : [open, ...lines.map((line) => indent + line), close];

/** Single quotes unless the text has characters to escape: then its JSON, which JavaScript reads too. */
const inJavaScript = (text: string) => (/^[^'\\\p{Cc}]*$/u.test(text) ? `'${text}'` : JSON.stringify(text));

const JAVASCRIPT: LiteralStyle = {
  string: inJavaScript,
  key: (name) => `${/^[a-z_$][\w$]*$/i.test(name) ? name : inJavaScript(name)}: `,
  padding: ' ',
  lastComma: ',',
};

export const printJavaScriptLiteral = (value: unknown, margin: string) => printLiteral(value, JAVASCRIPT, margin);

function printJavaScript(origin: string, request: ExampleExchange): string {
  const { method, path, headers = {}, query, tokenInUrl, response } = request;
  const body = bodyWith('query', request);
  // biome-ignore lint/suspicious/noTemplateCurlyInString: code of the example
  const token = '${process.env.TOKEN}';
  const url = tokenInUrl ? `\`${origin}${path}?token=${token}\`` : inJavaScript(`${origin}${path}`);
  const lines = [
    ...(tokenInUrl ? [] : [`Authorization: \`Bearer ${token}\`,`]),
    ...(body ? ["'Content-Type': 'application/json',"] : []),
    ...Object.entries(headers).map(([name, value]) => `${JAVASCRIPT.key?.(name)}${inJavaScript(value)},`),
  ];
  const options = [
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    ...block('  headers: {', lines, '  },', '    '),
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

/** Python reads the texts of JSON. */
const PYTHON: LiteralStyle = {
  indent: '    ',
  lastComma: ',',
  words: { true: 'True', false: 'False', null: 'None' },
};

const PYTHON_TOKEN = "{os.environ['TOKEN']}";

/** The code has no type of the body: `requests` sets it. */
function printPython(origin: string, request: ExampleExchange): string {
  const { method, path, headers = {}, query, tokenInUrl, response } = request;
  const body = bodyWith('query', request);
  const lines = [
    ...(tokenInUrl ? [] : [`"Authorization": f"Bearer ${PYTHON_TOKEN}",`]),
    ...Object.entries(headers).map(([name, value]) => `${printJson(name)}: ${printJson(value)},`),
  ];
  return [
    'import os',
    '',
    'import requests',
    '',
    ...(query === undefined ? [] : [`query = """\n${query}\n"""`, '']),
    `response = requests.${method.toLowerCase()}(`,
    `    ${tokenInUrl ? `f"${origin}${path}?token=${PYTHON_TOKEN}"` : printJson(`${origin}${path}`)},`,
    ...block('    headers={', lines, '    },', '        '),
    ...(body ? [`    json=${printLiteral(body, PYTHON, '    ')},`] : []),
    ')',
    `print(response.status_code${response?.body ? ', response.json()' : ''})`,
  ].join('\n');
}

const inPhp = (text: string) => `'${text.replace(/[\\']/g, '\\$&')}'`;

const PHP: LiteralStyle = {
  indent: '    ',
  string: inPhp,
  key: (name) => `${inPhp(name)} => `,
  open: '[',
  close: ']',
  emptyObject: 'new stdClass()',
  lastComma: ',',
};

const PHP_TOKEN = "getenv('TOKEN')";

function printPhp(origin: string, request: ExampleExchange): string {
  const { method, path, headers = {}, query, tokenInUrl, response } = request;
  const body = bodyWith('$query', request);
  const lines = [
    ...(tokenInUrl ? [] : [`'Authorization: Bearer ' . ${PHP_TOKEN},`]),
    ...(body ? ["'Content-Type: application/json',"] : []),
    ...Object.entries(headers).map(([name, value]) => `${inPhp(`${name}: ${value}`)},`),
  ];
  return [
    '<?php',
    ...(query === undefined ? [] : [`$query = <<<'GRAPHQL'\n${query}\nGRAPHQL;`, '']),
    tokenInUrl
      ? `$request = curl_init(${inPhp(`${origin}${path}?token=`)} . ${PHP_TOKEN});`
      : `$request = curl_init(${inPhp(`${origin}${path}`)});`,
    'curl_setopt_array($request, [',
    ...(method === 'GET' ? [] : [`    CURLOPT_CUSTOMREQUEST => '${method}',`]),
    ...block('    CURLOPT_HTTPHEADER => [', lines, '    ],', '        '),
    ...(body ? [`    CURLOPT_POSTFIELDS => json_encode(${printLiteral(body, PHP, '    ')}),`] : []),
    '    CURLOPT_RETURNTRANSFER => true,',
    ']);',
    '$answer = curl_exec($request);',
    `echo curl_getinfo($request, CURLINFO_RESPONSE_CODE)${response?.body ? ", ' ', $answer" : ''}, PHP_EOL;`,
  ].join('\n');
}

export const LANGUAGES = {
  curl: { name: 'curl', grammar: 'bash', print: printCurl },
  javascript: { name: 'JavaScript', grammar: 'javascript', print: printJavaScript },
  python: { name: 'Python', grammar: 'python', print: printPython },
  php: { name: 'PHP', grammar: 'php', print: printPhp },
} as const;

export type Language = keyof typeof LANGUAGES;

export const languages = Object.keys(LANGUAGES) as Language[];

/** Radio buttons, which select a language without a script. */
export const languageChoice = (id: string, label: string): Html =>
  html`<fieldset class="choice-of-language"><legend>Language: ${label}</legend>
${languages.map(
  (language) =>
    html`<label><input type="radio" name="${id}-language" value="${language}"${language === 'curl' ? html` checked` : ''}>${LANGUAGES[language].name}</label>`,
)}
</fieldset>`;

/** The same code in each language. */
export const codeTabs = (id: string, label: string, texts: Readonly<Record<Language, string>>): Html =>
  html`<figure class="code block tabs" id="${id}">
<figcaption class="head">${label}</figcaption>
${languageChoice(id, label)}
${languages.map(
  (language) =>
    html`<pre data-language="${language}" tabindex="0" role="group" aria-label="${label}, ${LANGUAGES[language].name}"><code>${highlighted(texts[language], LANGUAGES[language].grammar)}</code></pre>`,
)}
</figure>`;
