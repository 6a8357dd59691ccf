// GraphiQL (D39): the page at the path of the GraphQL endpoint, and its static files; without a token, without any other host.
import { isRead, refuseWrite } from '../../http/reads.ts';
import { GRAPHQL_PATH } from '../../paths.ts';
import { respondNotFound } from '../pages/not-found.ts';
import { respondPage } from '../pages/respond-page.ts';
import { ASSETS } from './assets.ts';
import { graphiqlPage } from './page.ts';
import { PAGE_HEADERS } from './security-headers.ts';

export async function handleGraphiql(request: Request, { pathname }: URL): Promise<Response> {
  if (!isRead(request)) return refuseWrite();
  if (pathname === GRAPHQL_PATH) return respondPage(graphiqlPage(), { ...PAGE_HEADERS, Vary: 'Accept' });
  return ASSETS.serve(pathname) ?? respondNotFound(request);
}
