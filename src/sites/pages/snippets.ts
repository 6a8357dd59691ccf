// Example requests as curl commands, and readable JSON.
import type { ExampleRequest } from '../../openapi/recorded-examples.ts';

/** Characters of the longest JSON on one line. */
const LINE_LENGTH = 80;

export function printJson(value: unknown): string {
  const line = JSON.stringify(value);
  return line.length <= LINE_LENGTH ? line : JSON.stringify(value, null, 2);
}

/** A shell word without expansions. */
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** What no shell expands. */
const isPlainWord = (text: string) => /^[\w./:%~@=-]+$/.test(text);

/** A request to print: an example, or one whose body, or the document of a GET, is in a file of the reader's. */
interface CurlRequest extends Omit<ExampleRequest, 'method'> {
  readonly method: string;
  readonly file?: string | undefined;
}

/** A document on one line, as JSON requires: no example has a comment or a block string. */
const onOneLine = (document: string) => document.trim().replaceAll(/\s*\n\s*/g, ' ');

function dataOf({ method, query, body, file }: CurlRequest): string | undefined {
  if (file && method === 'GET') return `-G --data-urlencode query@${file}`;
  if (file) return `--data-binary @${file}`;
  if (!query && !body) return undefined;
  const json = printJson({ ...(query && { query: onOneLine(query) }), ...body });
  return `-d ${quoted(json.replaceAll('\n', '\n  '))}`;
}

function methodOption(method: string, hasBody: boolean): string {
  if (method === (hasBody ? 'POST' : 'GET')) return '';
  return method === 'HEAD' ? ' -I' : ` -X ${method}`;
}

export function printCurl(origin: string, request: CurlRequest, token = '$TOKEN') {
  const { method, path, headers = {} } = request;
  const data = dataOf(request);
  const hasBody = data !== undefined && method !== 'GET';
  const url = isPlainWord(origin + path) ? origin + path : quoted(origin + path);
  const sent = { ...(hasBody && { 'Content-Type': 'application/json' }), ...headers };
  return [
    `curl -i${methodOption(method, hasBody)} ${url}`,
    `-H "Authorization: Bearer ${token}"`,
    ...Object.entries(sent).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(data ? [data] : []),
  ].join(' \\\n  ');
}
