// Guide: API tokens (section 5, D1 to D5).
import { html } from 'hono/html';
import { DEMO_IDS } from '../../../demo/demo-ids.ts';
import { productPath } from '../../../paths.ts';
import type { Section } from '../layout.ts';
import { exchange } from '../snippets/languages.ts';
import type { DocsSource } from '../source.ts';

const readTent = { method: 'GET', path: productPath(DEMO_IDS.products.tent), status: 200 } as const;

export const tokens = ({ origin }: DocsSource): Section => ({
  id: 'tokens',
  title: 'Tokens',
  content: html`<ul>
<li>A token is shown <strong>once</strong>, when it is created. If you lose it, create another.</li>
<li><code>svc_test_</code> tokens work on test deployments, <code>svc_live_</code> tokens on live ones; other tokens are refused.</li>
<li>A token has the permissions that its user has at the time of the request: <code>read</code> to
read, <code>write</code> to create and update.</li>
<li>A revoked token is refused from its next request on.</li>
<li>A token can have a last day: it is refused from the end of that day on, in UTC. The dashboard warns you 14 days before.</li>
<li>To replace a value, <strong>roll</strong> its token in the dashboard: you get a new value with the same name and version, and
the old one ends at once or 24 hours later.</li>
<li>A token is tied to the version that was newest when it was created (see <a href="#versions">Versions</a>).</li>
</ul>
<p>Send it in the <code>Authorization</code> header. For older clients the query parameter <code>token</code> works too, on both
surfaces, but logs and browser histories keep URLs. If both are sent, the header counts, valid or not.</p>
${exchange(origin, { id: 'token-in-header', label: 'The token in the header', ...readTent })}
${exchange(origin, { id: 'token-in-url', label: 'The same request with the token in the URL', ...readTent, tokenInUrl: true })}`,
});
