// An example request as a curl command, which prints the status and the headers too.
import type { ExampleRequest, RecordedResponse } from '../../../openapi/examples.ts';
import { printJson, Verbatim } from './print-literal.ts';

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
  const document = new Verbatim(`"\n${query.replaceAll('"', '\\"').replaceAll(/^/gm, '    ')}"`);
  return `-d @- <<'BODY'\n${printJson({ query: document, ...body })}\nBODY`;
}

export function printCurl(origin: string, request: ExampleExchange): string {
  const { method, path, headers = {}, query, body, tokenInUrl } = request;
  const url = tokenInUrl ? `"${origin}${path}?token=$TOKEN"` : `${origin}${path}`;
  const isDefault = method === (body ? 'POST' : 'GET');
  return [
    `curl -i${isDefault ? '' : ` -X ${method}`} ${url}`,
    ...(tokenInUrl ? [] : ['-H "Authorization: Bearer $TOKEN"']),
    ...(body ? ["-H 'Content-Type: application/json'"] : []),
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(query ? [bodyWithLines(query, body)] : body ? [`-d ${quoted(printJson(body, '  '))}`] : []),
  ].join(' \\\n  ');
}
