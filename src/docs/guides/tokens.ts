// Guide: API tokens (section 5, D1 to D5).
import { html } from 'hono/html';
import { API_BASE_PATH } from '../../paths.ts';
import { code, type Section } from '../layout.ts';
import type { DocsSource } from '../source.ts';

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
${code(
  `curl -H "Authorization: Bearer $TOKEN" ${origin}${API_BASE_PATH}/product/42
curl "${origin}${API_BASE_PATH}/product/42?token=$TOKEN"`,
  'The same request in both ways',
)}`,
});
