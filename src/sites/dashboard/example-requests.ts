// Requests to paste: those that read and create a product on each surface, and one that tries a version.
import { html } from 'hono/html';
import { OPERATION_EXAMPLES, restBody, withRequired } from '../../openapi/examples.ts';
import { API_BASE_PATH, GRAPHQL_PATH, productPath } from '../../paths.ts';
import { ROUTES } from '../../rest/routes.ts';
import { printCurl } from '../pages/snippets/print-curl.ts';
import type { PageContext } from './context.ts';

interface Wanted {
  /** The value of the token, where it is known. */
  readonly value?: string | undefined;
  /** Whether there is a request that creates a product, too. */
  readonly withCreate?: boolean;
}

export async function exampleRequests(c: PageContext, { value, withCreate = false }: Wanted) {
  const origin = c.env.config.publicOrigin;
  const productId = await productToRead(c);
  const curl = (request: Parameters<typeof printCurl>[1]) =>
    printCurl(origin, request).replace('"Authorization: Bearer $TOKEN"', (header) =>
      value ? `'Authorization: Bearer ${value}'` : header,
    );
  const id = productId ?? 1;
  const { rest, graphql } = productToCreate(c);
  // Without a product there is nothing to read.
  const isReadable = productId !== undefined || !withCreate;
  return html`<div class="stack">
${isReadable && [toPaste('rest-request', 'Read a product over REST', curl({ method: 'GET', path: productPath(id) })), toPaste('graphql-request', 'Read it over GraphQL', curl({ ...OVER_GRAPHQL, query: READ, body: { variables: { id } } }))]}
${withCreate && [toPaste('rest-create', 'Create a product over REST', curl({ method: 'POST', path: `${API_BASE_PATH}/product`, body: rest })), toPaste('graphql-create', 'Create one over GraphQL', curl({ ...OVER_GRAPHQL, ...graphql }))]}
</div>`;
}

const OVER_GRAPHQL = { method: 'POST', path: GRAPHQL_PATH } as const;

const READ = `query ($id: ID!) {
  product(id: $id) { id title rent online }
}`;

const CREATE = `mutation ($input: CreateProductInput!) {
  createProduct(input: $input) {
    success
    errors { field message }
    product { id }
  }
}`;

/** The bodies of the newest version. */
function productToCreate({ env }: PageContext) {
  const codec = env.codecs(env.versions.newest());
  const route = ROUTES.find(({ operation }) => operation.name === 'createProduct');
  const { bulk } = OPERATION_EXAMPLES.createProduct;
  if (!route?.fields || !bulk?.input) throw new TypeError('a product is created from an example');
  const variables = { input: withRequired(codec, route.fields, bulk.input) };
  return { rest: restBody(codec, route, bulk), graphql: { query: CREATE, body: { variables } } };
}

/** The value of the token is not known here. */
export async function versionRequest(c: PageContext, version: string) {
  const path = productPath((await productToRead(c)) ?? 1);
  const request = { method: 'GET', path, headers: { 'service-version': version } } as const;
  return toPaste('try-newest', `Try ${version} with one request`, printCurl(c.env.config.publicOrigin, request));
}

/** The id of a product of the user, if there is one. */
async function productToRead({ env, get }: PageContext): Promise<number | undefined> {
  const where = { ownerId: get('user').id, type: 'PRODUCT' } as const;
  return (await env.db.product.findFirst({ where, select: { id: true } }))?.id;
}

/** A text with a button that copies it. */
export const toPaste = (id: string, title: string, text: string, heading = html`<h2>${title}</h2>`) =>
  html`<div class="paste"><div class="paste-head">${heading}<button type="button" class="quiet" data-copy="${id}" hidden>Copy<span class="visually-hidden"> “${title}”</span></button></div>
<pre id="${id}" tabindex="0" role="group" aria-label="${title}"><code>${text}</code></pre></div>`;
