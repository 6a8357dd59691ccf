// Guide: the throttle on creates (section 8, D31, D37).
import { html } from 'hono/html';
import { code, type Section } from '../layout.ts';
import type { DocsSource } from '../source.ts';

export const throttling = ({ throttle }: DocsSource): Section => ({
  id: 'throttling',
  title: 'Throttling',
  content: html`<p>Each user may create <strong>${throttle.points}</strong> products and bundles in ${throttle.windowSeconds} seconds here, over both
surfaces together; a refused input counts too. Reads and updates are not throttled.</p>
<p>Beyond that REST answers 429 and GraphQL <code>RATE_LIMITED</code>, both with <code>Retry-After</code>: the whole seconds after
which the next request passes.</p>
${code(
  `async function withRetries(request: () => Promise<Response>): Promise<Response> {
  for (;;) {
    const response = await request();
    if (response.status !== 429) return response;
    const seconds = Number(response.headers.get('Retry-After'));
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  }
}`,
  'TypeScript: wait for Retry-After',
)}
<p>A GraphQL request with several mutations is answered 429 only if none of them got through. Otherwise it is answered 200, and each
throttled mutation has an error with <code>extensions.retryAfter</code>: repeat those alone.</p>
<p>An address that sends too many unknown tokens is answered 429 as well; valid tokens still work.</p>`,
});
