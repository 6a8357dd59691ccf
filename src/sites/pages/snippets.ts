// Example requests as curl commands, and JSON values as literals of a programming language, on one line if they fit.
import type { ExampleRequest, RecordedResponse } from '../../openapi/examples.ts';

/** Characters of a line, indentation apart. */
const LINE_LENGTH = 72;

/** The literals of JSON, which each language overrides in part. */
const JSON_STYLE = {
  indent: '  ',
  string: (text: string): string => JSON.stringify(text),
  /** The name of an entry, with the sign between it and its value. */
  key: (name: string): string => `${JSON.stringify(name)}: `,
  open: '{',
  close: '}',
  /** The space between a bracket and its content on one line. */
  padding: '',
  emptyObject: '{}',
  /** The sign behind the last of several lines. */
  lastComma: '',
  words: { true: 'true', false: 'false', null: 'null' },
};

export type LiteralStyle = Partial<typeof JSON_STYLE>;

/** `value` as a literal, what a function returns as it is, such as a variable; lines after the first are indented by `margin`. */
export function printLiteral(value: unknown, own: LiteralStyle, margin = ''): string {
  const style = { ...JSON_STYLE, ...own };
  if (typeof value === 'function') return value();
  if (typeof value === 'string') return style.string(value);
  if (typeof value === 'number') return String(value);
  if (typeof value === 'boolean' || value === null) return style.words[`${value}`];
  const inner = margin + style.indent;
  const isList = Array.isArray(value);
  const print = (at: string) =>
    isList
      ? value.map((entry) => printLiteral(entry, style, at))
      : Object.entries(value as object).map(([name, entry]) => `${style.key(name)}${printLiteral(entry, style, at)}`);
  const entries = print(inner);
  if (entries.length === 0) return isList ? '[]' : style.emptyObject;
  const [open, close] = isList ? ['[', ']'] : [style.open, style.close];
  const padding = isList ? '' : style.padding;
  const line = `${open}${padding}${entries.join(', ')}${padding}${close}`;
  if (line.length <= LINE_LENGTH && !line.includes('\n')) return line;
  return `${open}\n${entries.map((entry) => `${inner}${entry}`).join(',\n')}${style.lastComma}\n${margin}${close}`;
}

/** `value` as JSON that people read. */
export const printJson = (value: unknown, margin = ''): string => printLiteral(value, {}, margin);

/** The request of an example on one surface, for all languages, with its response. */
export interface ExampleExchange extends ExampleRequest {
  /** Whether the token is in the query parameter `token` instead of the header. */
  readonly tokenInUrl?: true | undefined;
  /** That of a new deployment with demo data; undefined before it is recorded. */
  readonly response?: RecordedResponse | undefined;
}

/** A word of the shell, without replacements. */
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** JSON has no line breaks in a text: curl takes them out of a body that it reads, and the document keeps its lines. */
function bodyWithLines(query: string, body: ExampleExchange['body']): string {
  const document = `"\n${query.replaceAll('"', '\\"').replaceAll(/^/gm, '    ')}"`;
  return `-d @- <<'BODY'\n${printJson({ query: () => document, ...body })}\nBODY`;
}

/** The headers as a language writes each: the token, the type of the body, those of the example. */
export const printHeaders = (
  { tokenInUrl, body, headers = {} }: ExampleExchange,
  token: string,
  print: (name: string, value: string) => string,
): string[] => [
  ...(tokenInUrl ? [] : [token]),
  ...(body ? [print('Content-Type', 'application/json')] : []),
  ...Object.entries(headers).map(([name, value]) => print(name, value)),
];

export function printCurl(origin: string, request: ExampleExchange): string {
  const { method, path, query, body, tokenInUrl } = request;
  const url = tokenInUrl ? `"${origin}${path}?token=$TOKEN"` : `${origin}${path}`;
  const isDefault = method === (body ? 'POST' : 'GET');
  return [
    `curl -i${isDefault ? '' : ` -X ${method}`} ${url}`,
    ...printHeaders(request, '-H "Authorization: Bearer $TOKEN"', (name, value) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(query ? [bodyWithLines(query, body)] : body ? [`-d ${quoted(printJson(body, '  '))}`] : []),
  ].join(' \\\n  ');
}
