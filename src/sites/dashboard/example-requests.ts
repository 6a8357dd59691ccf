// Requests to paste, one for each surface, with the token that was just created.
import { html } from 'hono/html';
import type { PrismaClient } from '../../../prisma/generated/client/client.ts';
import { API_BASE_PATH, GRAPHQL_PATH } from '../../paths.ts';
import type { DashboardDeps } from './context.ts';

/** The query has no quotes, so that it fits into JSON within a single-quoted word of the shell. */
export function exampleRequests({ config }: DashboardDeps, value: string, productId: number) {
  const origin = config.publicOrigin;
  const authorization = `-H 'Authorization: Bearer ${value}'`;
  const body = JSON.stringify({ query: `{ product(id: ${productId}) { id title rent online } }` });
  const requests = [
    { id: 'rest', name: 'REST', text: `curl -i ${authorization} \\\n  ${origin}${API_BASE_PATH}/product/${productId}` },
    {
      id: 'graphql',
      name: 'GraphQL',
      text: `curl -i ${authorization} \\\n  -H 'Content-Type: application/json' \\\n  -d '${body}' \\\n  ${origin}${GRAPHQL_PATH}`,
    },
  ];
  return requests.map(({ id, name, text }) => toPaste(`${id}-request`, `Try ${name}`, `the ${name} request`, text));
}

/** The id of a product of the user; without any, one to replace. */
export async function productToRead(db: PrismaClient, ownerId: number): Promise<number> {
  const product = await db.product.findFirst({ where: { ownerId, type: 'PRODUCT' }, select: { id: true } });
  return product?.id ?? 1;
}

/** A text with a button that copies it; `what` is its name within the button. */
export const toPaste = (id: string, title: string, what: string, text: string) =>
  html`<div class="paste"><div class="paste-head"><h2>${title}</h2><button type="button" class="quiet" data-copy="${id}" hidden>Copy<span class="visually-hidden"> ${what}</span></button></div>
<pre id="${id}" tabindex="0" role="group" aria-label="${title}"><code>${text}</code></pre></div>`;
