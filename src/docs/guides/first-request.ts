// Guide: the first request on each surface.
import { html } from 'hono/html';
import { API_BASE_PATH, DASHBOARD_PATHS, DOCS_PATHS, GRAPHQL_PATH } from '../../paths.ts';
import { code, type Section } from '../layout.ts';
import type { DocsSource } from '../source.ts';

export const firstRequest = ({ origin }: DocsSource): Section => ({
  id: 'first-request',
  title: 'First request',
  content: html`<p>Create a token in the <a href="${DASHBOARD_PATHS.settings}">dashboard</a> and store it in a variable for the commands below:</p>
${code("export TOKEN='svc_test_…'", 'Shell')}
<p>Create a product over REST. The response and its <code>Location</code> header contain the id of the new product:</p>
${code(
  `curl -X POST ${origin}${API_BASE_PATH}/product \\
  -H "Authorization: Bearer $TOKEN" \\
  -H 'Content-Type: application/json' \\
  -d '{"product":{"title":"Four-person tent","rent":24.5,"sku":"TENT-4P-001"}}'`,
  'REST: create a product',
)}
${code('{"success":true,"id":42,"location":"/api/token-secured/product/42"}', 'Answer, 201')}
<p>Read it over GraphQL by the same id:</p>
${code(
  `curl ${origin}${GRAPHQL_PATH} \\
  -H "Authorization: Bearer $TOKEN" \\
  -H 'Content-Type: application/json' \\
  -d '{"query":"query ($id: ID!) { product(id: $id) { title rent stockType online } }","variables":{"id":"42"}}'`,
  'GraphQL: read the product',
)}
${code('{"data":{"product":{"title":"Four-person tent","rent":24.5,"stockType":"UNIT","online":true}}}', 'Answer, 200')}
<p>Both surfaces run the same operations under the same rules. All operations: <a href="${DOCS_PATHS.rest}">REST reference</a>,
<a href="${DOCS_PATHS.graphql}">GraphQL schema</a>.</p>`,
});
