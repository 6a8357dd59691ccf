// The example requests as code: curl, fetch in a module for Node, the package requests of Python, the curl extension of PHP.
import { html } from 'hono/html';
import type { Html } from '../pages/frame.ts';
import {
  type ExampleExchange,
  type LiteralStyle,
  printCurl,
  printHeaders,
  printJson,
  printLiteral,
} from '../pages/snippets.ts';
import { highlighted, type Named } from './layout.ts';

/** A body whose document is in a variable. */
const bodyWith = (variable: string, { query, body }: ExampleExchange) =>
  query === undefined ? body : { query: () => variable, ...body };

/** Lines between those that open and close them; none without lines. */
const block = (open: string, lines: readonly string[], close: string, indent: string): string[] =>
  lines.length === 0 ? [] : [open, ...lines.map((line) => indent + line), close];

/** Single quotes unless the text has characters to escape: then its JSON, which JavaScript reads too. */
const inJavaScript = (text: string) => (/^[^'\\\p{Cc}]*$/u.test(text) ? `'${text}'` : JSON.stringify(text));

const JAVASCRIPT = {
  string: inJavaScript,
  key: (name: string) => `${/^[a-z_$][\w$]*$/i.test(name) ? name : inJavaScript(name)}: `,
  padding: ' ',
  lastComma: ',',
};

export const printJavaScriptLiteral = (value: unknown, margin: string) => printLiteral(value, JAVASCRIPT, margin);

function printJavaScript(origin: string, request: ExampleExchange): string {
  const { method, path, query, tokenInUrl, response } = request;
  const body = bodyWith('query', request);
  // biome-ignore lint/suspicious/noTemplateCurlyInString: code of the example
  const token = '${process.env.TOKEN}';
  const url = tokenInUrl ? `\`${origin}${path}?token=${token}\`` : inJavaScript(`${origin}${path}`);
  const headers = printHeaders(
    request,
    `Authorization: \`Bearer ${token}\`,`,
    (name, value) => `${JAVASCRIPT.key(name)}${inJavaScript(value)},`,
  );
  const options = [
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    ...block('  headers: {', headers, '  },', '    '),
    ...(body
      ? [`  body: JSON.stringify(${printJavaScriptLiteral(body, '  ').replace('query: query', 'query')}),`]
      : []),
  ];
  const call = block(`const response = await fetch(${url}, {`, options, '});', '');
  return [
    ...(query === undefined ? [] : [`const query = \`${query}\`;`, '']),
    ...(call.length > 0 ? call : [`const response = await fetch(${url});`]),
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

/** `requests` sets the type of the body. */
function printPython(origin: string, request: ExampleExchange): string {
  const { method, path, query, tokenInUrl, response } = request;
  const body = bodyWith('query', request);
  const print = (name: string, value: string) => `${printJson(name)}: ${printJson(value)},`;
  const headers = printHeaders({ ...request, body: undefined }, `"Authorization": f"Bearer ${PYTHON_TOKEN}",`, print);
  return [
    'import os\n\nimport requests\n',
    ...(query === undefined ? [] : [`query = """\n${query}\n"""\n`]),
    `response = requests.${method.toLowerCase()}(`,
    `    ${tokenInUrl ? `f"${origin}${path}?token=${PYTHON_TOKEN}"` : printJson(`${origin}${path}`)},`,
    ...block('    headers={', headers, '    },', '        '),
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
  const { method, path, query, tokenInUrl, response } = request;
  const body = bodyWith('$query', request);
  const url = tokenInUrl ? `${inPhp(`${origin}${path}?token=`)} . ${PHP_TOKEN}` : inPhp(`${origin}${path}`);
  const token = `'Authorization: Bearer ' . ${PHP_TOKEN},`;
  const headers = printHeaders(request, token, (name, value) => `${inPhp(`${name}: ${value}`)},`);
  return [
    '<?php',
    ...(query === undefined ? [] : [`$query = <<<'GRAPHQL'\n${query}\nGRAPHQL;\n`]),
    `$request = curl_init(${url});`,
    'curl_setopt_array($request, [',
    ...(method === 'GET' ? [] : [`    CURLOPT_CUSTOMREQUEST => '${method}',`]),
    ...block('    CURLOPT_HTTPHEADER => [', headers, '    ],', '        '),
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

/** Radio buttons, which select a surface or a language without a script; `first` is selected at first. */
export const choice = (kind: string, id: string, label: string, names: readonly Named[], first: string): Html =>
  html`<fieldset class="choice-of-${kind.toLowerCase()}"><legend>${kind}: ${label}</legend>
${names.map(
  ({ id: value, title }) =>
    html`<label><input type="radio" name="${id}-${kind.toLowerCase()}" value="${value}"${value === first && html` checked`}>${title}</label>`,
)}
</fieldset>`;

export function languageChoice(id: string, label: string): Html {
  const names = languages.map((one) => ({ id: one, title: LANGUAGES[one].name }));
  return choice('Language', id, label, names, 'curl');
}

/** The same code in each language, of which a choice shows one. */
export const inLanguages = (label: string, textIn: (language: Language) => string): Html[] =>
  languages.map(
    (language) =>
      html`<pre data-language="${language}" tabindex="0" role="group" aria-label="${label}, ${LANGUAGES[language].name}"><code>${highlighted(textIn(language), LANGUAGES[language].grammar)}</code></pre>\n`,
  );
