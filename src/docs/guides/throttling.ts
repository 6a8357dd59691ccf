// Guide: the throttle on creates (section 8, D31, D37).
import { html } from 'hono/html';
import { code, type Section } from '../layout.ts';
import type { DocsSource } from '../source.ts';

export const throttling = ({ throttle }: DocsSource): Section => ({
  id: 'throttling',
  title: 'Throttling',
  content: html`<p>Each user may create <strong>${throttle.points}</strong> products and bundles in ${throttle.windowSeconds} seconds here, over both
surfaces together; an input that is refused counts too. Reads and updates are not throttled.</p>
<p>Beyond that REST answers 429 and GraphQL <code>RATE_LIMITED</code>, both with <code>Retry-After</code>: whole seconds, after which
the next request is let through.</p>
${code(
  `async function patiently(request: () => Promise<Response>): Promise<Response> {
  for (;;) {
    const response = await request();
    if (response.status !== 429) return response;
    const seconds = Number(response.headers.get('Retry-After'));
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  }
}`,
  'TypeScript: wait as long as asked',
)}
<p>A GraphQL request of several mutations answers 429 only where none of them got through. Otherwise it answers 200, and each
one that was throttled has an error with <code>extensions.retryAfter</code>: repeat those alone.</p>
<p>An address from which too many wrong tokens come is answered 429 as well; valid tokens are not concerned.</p>`,
});
