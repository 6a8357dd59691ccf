// Requests to paste into a terminal: they read one of the user's products, over each API.
import { html } from 'hono/html';
import { DOCS_PATHS, GRAPHQL_PATH, productPath } from '../../paths.ts';
import { printCurl } from '../pages/snippets.ts';
import type { PageContext } from './context.ts';
import { paste } from './elements.ts';

const READ = `query ($id: ID!) {
  product(id: $id) { id title rent online }
}`;

/** `value` is the token's. */
export async function exampleRequests(c: PageContext, value: string) {
  const where = { ownerId: c.var.user.id, type: 'PRODUCT' } as const;
  const product = await c.env.db.product.findFirst({ where, select: { id: true } });
  if (!product)
    return html`<p><a href="${DOCS_PATHS.guide('first-request')}">Send your first request</a></p>`;
  const { id } = product;
  const command = (request: Parameters<typeof printCurl>[1]) =>
    printCurl(c.env.config.publicOrigin, request).replace(
      '"Authorization: Bearer $TOKEN"',
      `'Authorization: Bearer ${value}'`,
    );
  const overRest = command({ method: 'GET', path: productPath(id) });
  const overGraphQL = command({
    method: 'POST',
    path: GRAPHQL_PATH,
    query: READ,
    body: { variables: { id } },
  });
  return html`
<div class="stack">
  ${paste('rest-request', 'Read a product over REST', overRest)}
  ${paste('graphql-request', 'Read it over GraphQL', overGraphQL)}
</div>`;
}
