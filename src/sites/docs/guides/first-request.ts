// Guide: the first request on each surface, and how to read the examples.
import { html } from 'hono/html';
import { PRODUCTS } from '../../../demo/demo-data.ts';
import { DEMO_IDS } from '../../../demo/demo-ids.ts';
import { API_BASE_PATH, DASHBOARD_PATHS, DOCS_PATHS, productPath } from '../../../paths.ts';
import { code, type Section } from '../layout.ts';
import { graphqlExample } from '../snippets/example-request.ts';
import { exchange } from '../snippets/languages.ts';
import type { DocsSource } from '../source.ts';

const { products, nextProduct } = DEMO_IDS;
const { title, rent, sku, stockType } = PRODUCTS.tent.row;

/** The body of requests that create a product. */
export const newTent = { product: { title, rent, sku } };

export const firstRequest = ({ origin }: DocsSource): Section => ({
  id: 'first-request',
  title: 'First request',
  content: html`<p>Create a token in the <a href="${DASHBOARD_PATHS.settings}">dashboard</a> and store it in a variable:</p>
${code("export TOKEN='svc_test_…'", 'Shell')}
<p>The examples read the token from this variable. Each is there for curl, for JavaScript (<code>fetch</code>; a file
<code>.mjs</code> for Node), for Python (with the package <code>requests</code>) and for PHP (with its extension <code>curl</code>).</p>
<p>The ids of the examples are those of the demo data, with which a new test deployment begins: they work with a token of the
demo owner. Elsewhere use ids of yours.</p>
<p>Create a product over REST. The answer and its header <code>Location</code> contain the id of the new product:</p>
${exchange(origin, {
  id: 'create-product',
  label: 'REST: create a product',
  method: 'POST',
  path: `${API_BASE_PATH}/product`,
  body: newTent,
  status: 201,
  answer: { success: true, id: nextProduct, location: productPath(nextProduct) },
})}
<p>Read a product over GraphQL. The ids are the same on both surfaces; <code>${products.tent}</code> is a tent of the demo owner:</p>
${exchange(
  origin,
  graphqlExample({
    id: 'read-product',
    label: 'GraphQL: read a product',
    query: 'query ($id: ID!) { product(id: $id) { title rent stockType online } }',
    variables: { id: String(products.tent) },
    answer: { data: { product: { title, rent, stockType, online: true } } },
  }),
)}
<p>Both surfaces run the same operations under the same rules. All operations: <a href="${DOCS_PATHS.rest}">REST reference</a>,
<a href="${DOCS_PATHS.graphql}">GraphQL schema</a>.</p>`,
});
