// A curl command that sends a refused request again: `$TOKEN` for the token, a file of the reader for the body.
import { html } from 'hono/html';
import type { Alike } from '../../usage/refused-requests.ts';
import type { PageContext } from './context.ts';
import { toPaste } from './example-requests.ts';

const BODY = `-H 'Content-Type: application/json' -d @body.json`;
const QUERY = '-G --data-urlencode query@query.graphql';

/** The options of the methods that curl does not need by name. */
const METHODS: Readonly<Record<string, string>> = { GET: '', HEAD: 'I', POST: '' };

/** The last of the requests that are alike; absent where its path is not known as a whole. */
export function requestToRepeat(c: PageContext, { method, surface, version, token, requests: [last] }: Alike) {
  if (!method || !/^[A-Z-]+$/.test(method) || !last?.path || last.path.includes('…')) return '';
  const hasBody = ['POST', 'PUT', 'PATCH'].includes(method);
  const hasQuery = !hasBody && surface === 'GRAPHQL';
  const parts = [
    `curl -i${METHODS[method] ?? ` -X ${method}`} -H "Authorization: Bearer $TOKEN"`,
    ...(version && version !== token.version ? [`-H 'service-version: ${version}'`] : []),
    ...(hasBody ? [BODY] : []),
    ...(hasQuery ? [QUERY] : []),
    `'${inert(c.env.config.publicOrigin + last.path)}'`,
  ];
  return html`${toPaste(`curl-${last.requestId}`, 'Send it again', parts.join(' \\\n  '), html`<strong>Send it again</strong>`)}
<p class="hint">${hasBody && html`The body is not kept: put the one that your program sends into <code>body.json</code>. `}${hasQuery && html`The query is not kept: put the document into <code>query.graphql</code>. `}Other headers are not kept: add those that your program sends.</p>`;
}

/** A URL without characters that the shell or curl would replace. */
const inert = (url: string) =>
  url.replaceAll(/['[\]{}]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
