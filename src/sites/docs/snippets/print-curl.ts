// An example request as a curl command, which prints the status and the headers too.
import { bodyOf, type ExampleRequest } from './example-request.ts';
import { printJson } from './print-literal.ts';

/** A word of the shell, without replacements. */
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

export function printCurl(origin: string, request: ExampleRequest): string {
  const { method, path, headers = {}, tokenInUrl } = request;
  const body = bodyOf(request);
  const url = tokenInUrl ? `"${origin}${path}?token=$TOKEN"` : `${origin}${path}`;
  const isDefault = method === (body ? 'POST' : 'GET');
  return [
    `curl -i${isDefault ? '' : ` -X ${method}`} ${url}`,
    ...(tokenInUrl ? [] : ['-H "Authorization: Bearer $TOKEN"']),
    ...(body ? ["-H 'Content-Type: application/json'"] : []),
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body ? [`-d ${quoted(printJson(body, '  '))}`] : []),
  ].join(' \\\n  ');
}
