// Example requests as curl commands, and readable JSON.
import type { ExampleRequest } from '../../openapi/recorded-examples.ts';

/** Characters of the longest JSON on one line. */
const LINE_LENGTH = 80;

export function printJson(value: unknown) {
  const line = JSON.stringify(value);
  return line.length <= LINE_LENGTH ? line : JSON.stringify(value, null, 2);
}

/** A shell word without expansions. */
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** An example, or a read that failed. */
type CurlRequest = Omit<ExampleRequest, 'method'> & { readonly method: string };

function dataOf({ query, body }: CurlRequest) {
  if (!query && !body) return undefined;
  // On one line, as JSON requires: no example has a comment or a block string.
  const line = query?.trim().replaceAll(/\s*\n\s*/g, ' ');
  const json = printJson({ query: line, ...body });
  return `-d ${quoted(json.replaceAll('\n', '\n  '))}`;
}

function methodOption(method: string, hasBody: boolean) {
  if (method === (hasBody ? 'POST' : 'GET')) return '';
  return method === 'HEAD' ? ' -I' : ` -X ${method}`;
}

export function printCurl(origin: string, request: CurlRequest, token = '$TOKEN') {
  const { method, path, headers = {} } = request;
  const data = dataOf(request);
  const address = origin + path;
  // What no shell expands needs no quotes.
  const url = /^[\w./:%~@=-]+$/.test(address) ? address : quoted(address);
  const sent = { ...(data && { 'Content-Type': 'application/json' }), ...headers };
  return [
    `curl -i${methodOption(method, data !== undefined)} ${url}`,
    `-H "Authorization: Bearer ${token}"`,
    ...Object.entries(sent).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(data ? [data] : []),
  ].join(' \\\n  ');
}
