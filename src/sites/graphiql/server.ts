// GraphiQL (D39): the page at the path of the GraphQL endpoint, and its static files; without a token, without any other host.
import { isRead, refuseWrite } from '../../http/reads.ts';
import type { Versions } from '../../operation/versions.ts';
import { GRAPHQL_PATH } from '../../paths.ts';
import { respondNotFound } from '../pages/not-found.ts';
import { respondPage } from '../pages/respond-page.ts';
import { ASSETS, schemaAsset } from './assets.ts';
import { graphiqlPage } from './page.ts';
import { PAGE_HEADERS } from './security-headers.ts';

export async function handleGraphiql(versions: Versions, request: Request, { pathname }: URL): Promise<Response> {
  if (!isRead(request)) return refuseWrite();
  const schema = schemaAsset(versions);
  if (pathname === GRAPHQL_PATH)
    return respondPage(graphiqlPage(schema.paths.schema), { ...PAGE_HEADERS, Vary: 'Accept' });
  return ASSETS.serve(pathname) ?? schema.serve(pathname) ?? respondNotFound(request);
}
