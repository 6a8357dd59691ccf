// GraphiQL (D39): the page loads without a token, everything on it comes from this server.
import { renderGraphiQL } from '@graphql-yoga/render-graphiql';

const EXAMPLE = `# Put your API token into the headers below, then run this query.
# The id of a product of yours is in what \`npm start\` printed.
query Product($id: ID!) {
  product(id: $id) {
    id
    title
    rent
    stockType
    sku
    online
    images { src }
  }
}
`;

const HEADERS = JSON.stringify({ Authorization: 'Bearer svc_test_…' }, null, 2);

/** A browser that opens the endpoint, and no client that sends a query. */
export const wantsGraphiql = (request: Request, url: URL) =>
  (request.method === 'GET' || request.method === 'HEAD') &&
  !url.searchParams.has('query') &&
  (request.headers.get('accept') ?? '').includes('text/html');

let page: string | undefined;

export function graphiqlPage(): Response {
  page ??= renderGraphiQL({
    title: 'Rental Marketplace Owner API',
    endpoint: '/graphql',
    defaultQuery: EXAMPLE,
    headers: HEADERS,
    shouldPersistHeaders: false,
  });
  return new Response(page, { headers: { 'Content-Type': 'text/html; charset=utf-8' } });
}
