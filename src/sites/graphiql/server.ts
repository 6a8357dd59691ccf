// GraphiQL (D39): the page at the path of the GraphQL endpoint, and its static files; without a token, without any other host.
import { pageHeaders } from '../../http/browser-headers.ts';
import { isRead, refuseWrite } from '../../http/respond.ts';
import type { Versions } from '../../operation/versions.ts';
import { GRAPHQL_PATH } from '../../paths.ts';
import { respondNotFound, respondPage } from '../pages/respond-page.ts';
import { ASSETS, schemaAsset } from './assets.ts';
import { graphiqlPage } from './page.ts';

/**
 * Monaco, the editor of GraphiQL, adds style elements and style attributes while it runs (`unsafe-inline` for styles). The
 * stylesheet of the package has its fonts and pictures in data URLs.
 */
const PAGE_HEADERS = pageHeaders({
  'script-src': "'self'",
  'worker-src': "'self'",
  'style-src': "'self' 'unsafe-inline'",
  'font-src': 'data:',
  'img-src': "'self' data:",
  'connect-src': "'self'",
  'form-action': "'self'",
});

interface GraphiqlDeps {
  readonly versions: Versions;
  /** Whether the page offers to make a token: on test deployments. */
  readonly canRun: boolean;
}

export async function handleGraphiql(
  { versions, canRun }: GraphiqlDeps,
  request: Request,
  { pathname, searchParams }: URL,
): Promise<Response> {
  if (!isRead(request)) return refuseWrite();
  const schema = schemaAsset(versions);
  if (pathname === GRAPHQL_PATH) {
    const page = graphiqlPage({ schema: schema.paths.schema, canMake: canRun, example: searchParams.get('example') });
    return respondPage(page, { ...PAGE_HEADERS, Vary: 'Accept' });
  }
  return ASSETS.serve(pathname) ?? schema.serve(pathname) ?? respondNotFound(request);
}
