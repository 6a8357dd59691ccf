// A curl command that sends a failed request again.
import { html } from 'hono/html';
import type { Alike } from '../../usage/refused-requests.ts';
import type { PageContext } from './context.ts';
import { paste } from './elements.ts';

const METHODS: Readonly<Record<string, string>> = { GET: '', HEAD: 'I', POST: '' };

/** With `$TOKEN` for the token and a file for the body. Absent if the path isn't fully known. */
export function requestToRepeat(
  c: PageContext,
  { method, surface, version, token, requests: [last] }: Alike,
) {
  if (!method || !/^[A-Z-]+$/.test(method) || !last?.path || last.path.includes('…')) return '';
  const hasBody = ['POST', 'PUT', 'PATCH'].includes(method);
  const hasQuery = !hasBody && surface === 'GRAPHQL';
  const parts = [
    `curl -i${METHODS[method] ?? ` -X ${method}`} -H "Authorization: Bearer $TOKEN"`,
    version && version !== token.version && `-H 'service-version: ${version}'`,
    hasBody && `-H 'Content-Type: application/json' -d @body.json`,
    hasQuery && '-G --data-urlencode query@query.graphql',
    `'${inert(c.env.config.publicOrigin + last.path)}'`,
  ];
  const curl = parts.filter(Boolean).join(' \\\n  ');
  return html`
${paste(`curl-${last.requestId}`, 'Send it again', curl)}
<p class="hint">${hasBody && html`Bodies aren’t kept: put yours into <code>body.json</code>. `}${hasQuery && html`Queries aren’t kept: put yours into <code>query.graphql</code>. `}Add the other headers that your app sends.</p>`;
}

/** A URL without characters that the shell or curl would replace. */
const inert = (url: string) =>
  url.replaceAll(
    /['[\]{}]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
