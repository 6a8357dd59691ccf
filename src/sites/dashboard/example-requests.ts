// Requests to paste into a terminal: they read a product and create one, over each API.
import { html } from 'hono/html';
import { exampleId, recordedExamples } from '../../openapi/examples.ts';
import { GRAPHQL_PATH, productPath } from '../../paths.ts';
import { printCurl } from '../pages/snippets.ts';
import type { PageContext } from './context.ts';
import { paste } from './elements.ts';

/** Without a product there is nothing to read: then the requests create one, if the user may. */
export async function exampleRequests(c: PageContext, value: string) {
  const { id: ownerId, permissions } = c.get('user');
  const where = { ownerId, type: 'PRODUCT' } as const;
  const product = await c.env.db.product.findFirst({ where, select: { id: true } });
  const requests =
    product || !permissions.includes('WRITE') ? toRead(product?.id ?? 1) : toCreate(c);
  return html`
<div class="stack">
  ${requests.map(([id, title, request]) => {
    const curl = printCurl(c.env.config.publicOrigin, request);
    return paste(
      id,
      title,
      curl.replace('"Authorization: Bearer $TOKEN"', `'Authorization: Bearer ${value}'`),
    );
  })}
</div>`;
}

type Request = readonly [id: string, title: string, request: Parameters<typeof printCurl>[1]];

const OVER_GRAPHQL = { method: 'POST', path: GRAPHQL_PATH } as const;

const READ = `query ($id: ID!) {
  product(id: $id) { id title rent online }
}`;

const toRead = (id: number): Request[] => [
  ['rest-request', 'Read a product over REST', { method: 'GET', path: productPath(id) }],
  [
    'graphql-request',
    'Read it over GraphQL',
    { ...OVER_GRAPHQL, query: READ, body: { variables: { id } } },
  ],
];

function toCreate({ env }: PageContext): Request[] {
  const recorded = recordedExamples(env.versions.newest());
  const { rest, graphql } = recorded[exampleId('createProduct', 'bulk')] ?? {};
  return [
    ...(rest ? [['rest-create', 'Create a product over REST', rest.request] as const] : []),
    ...(graphql ? [['graphql-create', 'Create one over GraphQL', graphql.request] as const] : []),
  ];
}
