// Guide: writes that are sent again (D40).
import { html } from 'hono/html';
import { FAILURES } from '../../../operation/failure.ts';
import { IDEMPOTENCY_KEY, MAX_KEY_LENGTH } from '../../../operation/idempotency.ts';
import { API_BASE_PATH, GRAPHQL_PATH } from '../../../paths.ts';
import type { Section } from '../layout.ts';
import { exchange } from '../snippets/languages.ts';
import type { DocsSource } from '../source.ts';
import { newTent } from './first-request.ts';

export const retries = ({ origin }: DocsSource): Section => ({
  id: 'retries',
  title: 'Retries',
  content: html`<p>A connection can end before the answer to a write arrives. Give each write a key of its own in the header
<code>Idempotency-Key</code>, and send the same request with the same key until it is answered: it is done once.</p>
${exchange(origin, {
  id: 'create-once',
  label: 'REST: create a product, as often as needed',
  method: 'POST',
  path: `${API_BASE_PATH}/product`,
  headers: { [IDEMPOTENCY_KEY]: '8e03978e-40d5-43e8-bc93-6894a57f9324' },
  body: newTent,
  status: 201,
})}
<ul>
<li>A key has 1 to ${MAX_KEY_LENGTH} visible ASCII characters, with or without quotes; a random UUID is best. It belongs to the user, and
is kept for 24 hours after a write that succeeded.</li>
<li>The second answer has the status and the id of the first, and <code>Idempotency-Replayed: true</code>. It takes no point of the
throttle. A product in the answer of a GraphQL mutation is the product as it is now.</li>
<li>A request that comes while the first is under way waits for it.</li>
<li>Both surfaces share the keys: a create over REST can be repeated over <code>${GRAPHQL_PATH}</code>.</li>
<li>The same key with another operation or input is answered ${FAILURES.keyReused.status}, on GraphQL
<code>${FAILURES.keyReused.code}</code>, and nothing is done.</li>
<li>A request that failed is not kept: send it again with the same key, corrected or not.</li>
<li>In a GraphQL request with several mutations the key counts for each of them by its name in the answer: repeat the whole
request, and the mutations that are done already are not done again.</li>
</ul>
<p>Reads need no key, and ignore it.</p>`,
});
