// The documentation (`/docs`): guides, REST reference, GraphQL schema; without a token, and without any other host.
import { Response } from '@whatwg-node/fetch';
import { printedSchema, schema } from '../graphql/schema.ts';
import { isRead, refuseWrite } from '../http/reads.ts';
import { respondNotFound } from '../pages/not-found.ts';
import { respondPage, revalidated } from '../pages/respond-page.ts';
import { DOCS_PATHS } from '../paths.ts';
import { ASSETS } from './assets.ts';
import { graphqlPage } from './graphql-page.ts';
import { guidesPage } from './guides-page.ts';
import { restPage } from './rest-page.ts';
import { PAGE_HEADERS, REFERENCE_HEADERS } from './security-headers.ts';
import type { DocsSource } from './source.ts';

export interface Docs {
  handle(request: Request, url: URL): Promise<Response>;
}

export function createDocs(source: DocsSource): Docs {
  const sdl = printedSchema();

  async function contentOf({ pathname }: URL): Promise<Response | undefined> {
    switch (pathname.replace(/(.)\/$/, '$1')) {
      case DOCS_PATHS.guides:
        return respondPage(guidesPage(source), PAGE_HEADERS);
      case DOCS_PATHS.rest:
        return respondPage(restPage(source), REFERENCE_HEADERS);
      case DOCS_PATHS.graphql:
        return respondPage(graphqlPage(schema), PAGE_HEADERS);
      case DOCS_PATHS.sdl:
        return new Response(sdl, {
          headers: { 'Content-Type': 'text/plain; charset=utf-8', ...revalidated(sdl) },
        });
      default:
        return ASSETS.serve(pathname);
    }
  }

  return {
    async handle(request, url) {
      if (!isRead(request)) return refuseWrite();
      return (await contentOf(url)) ?? respondNotFound(request);
    },
  };
}
