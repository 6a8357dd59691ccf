// Example requests as curl commands, and readable JSON.
import type { ExampleRequest } from '../../openapi/recorded-examples.ts';

/** Characters per line, not counting indentation. */
const LINE_LENGTH = 72;

/** `value` as JSON, on one line if it fits; lines after the first are indented by `margin`. */
export function printJson(value: unknown, margin = ''): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inner = `${margin}  `;
  const isList = Array.isArray(value);
  const entries = isList
    ? value.map((entry) => printJson(entry, inner))
    : Object.entries(value).map(
        ([name, entry]) => `${JSON.stringify(name)}: ${printJson(entry, inner)}`,
      );
  const [open, close] = isList ? '[]' : '{}';
  const line = `${open}${entries.join(', ')}${close}`;
  if (line.length <= LINE_LENGTH && !line.includes('\n')) return line;
  return `${open}\n${inner}${entries.join(`,\n${inner}`)}\n${margin}${close}`;
}

/** A shell word without expansions. */
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** The document keeps its line breaks: `-d @-` removes them, because JSON doesn't allow them in a string. */
function bodyOfDocument(query: string, body: object = {}): string {
  const document = `"\n${query.replaceAll('"', '\\"').replaceAll(/^/gm, '    ')}"`;
  const others = Object.entries(body).map(
    ([name, value]) => `,\n  "${name}": ${printJson(value, '  ')}`,
  );
  return `-d @- <<'BODY'\n{\n  "query": ${document}${others.join('')}\n}\nBODY`;
}

function bodyOf({ query, body }: ExampleRequest): readonly string[] {
  if (query) return [bodyOfDocument(query, body)];
  return body ? [`-d ${quoted(printJson(body, '  '))}`] : [];
}

export function printCurl(origin: string, request: ExampleRequest): string {
  const { method, path, body, tokenInUrl, headers = {} } = request;
  const url = tokenInUrl ? `"${origin}${path}?token=$TOKEN"` : `${origin}${path}`;
  const isDefault = method === (body ? 'POST' : 'GET');
  const sent = { ...(body && { 'Content-Type': 'application/json' }), ...headers };
  return [
    `curl -i${isDefault ? '' : ` -X ${method}`} ${url}`,
    ...(tokenInUrl ? [] : ['-H "Authorization: Bearer $TOKEN"']),
    ...Object.entries(sent).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...bodyOf(request),
  ].join(' \\\n  ');
}
