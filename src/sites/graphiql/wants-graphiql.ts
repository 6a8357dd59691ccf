// Whether a request of the GraphQL endpoint gets the page of GraphiQL.
import { prefersHtml } from '../../http/prefers-html.ts';
import { isRead } from '../../http/respond.ts';

/** A browser that opens the endpoint, and no client that sends a query. */
export const wantsGraphiql = (request: Request, url: URL): boolean =>
  isRead(request) && !url.searchParams.has('query') && prefersHtml(request);
