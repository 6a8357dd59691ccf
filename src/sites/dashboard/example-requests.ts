// Requests to paste: one for each surface with a new token, and one that tries a version.
import { html } from 'hono/html';
import { GRAPHQL_PATH, productPath } from '../../paths.ts';
import type { PageContext } from './context.ts';

/** The query has no quotes, so that it fits into JSON within a single-quoted word of the shell. */
export async function exampleRequests(c: PageContext, value: string) {
  const productId = await productToRead(c);
  const origin = c.env.config.publicOrigin;
  const start = `curl -i -H 'Authorization: Bearer ${value}' \\\n `;
  const body = JSON.stringify({ query: `{ product(id: ${productId}) { id title rent online } }` });
  return [
    toPaste('rest-request', 'Try REST', `${start} ${origin}${productPath(productId)}`),
    toPaste(
      'graphql-request',
      'Try GraphQL',
      `${start} -H 'Content-Type: application/json' \\\n  -d '${body}' \\\n  ${origin}${GRAPHQL_PATH}`,
    ),
  ];
}

/** The value of the token is not known here. */
export async function versionRequest(c: PageContext, version: string) {
  const url = `${c.env.config.publicOrigin}${productPath(await productToRead(c))}`;
  const text = `curl -i -H "Authorization: Bearer $TOKEN" -H 'service-version: ${version}' \\\n  ${url}`;
  return toPaste('try-newest', `Try ${version} with one request`, text);
}

/** The id of a product of the user; without any, one to replace. */
async function productToRead({ env, get }: PageContext): Promise<number> {
  const where = { ownerId: get('user').id, type: 'PRODUCT' } as const;
  const product = await env.db.product.findFirst({ where, select: { id: true } });
  return product?.id ?? 1;
}

/** A text with a button that copies it. */
export const toPaste = (id: string, title: string, text: string, heading = html`<h2>${title}</h2>`) =>
  html`<div class="paste"><div class="paste-head">${heading}<button type="button" class="quiet" data-copy="${id}" hidden>Copy<span class="visually-hidden"> “${title}”</span></button></div>
<pre id="${id}" tabindex="0" role="group" aria-label="${title}"><code>${text}</code></pre></div>`;
