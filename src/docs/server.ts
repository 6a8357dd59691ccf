// The documentation (`/docs`): guides, REST reference, GraphQL schema; without a token, and without any other host.
import { Response } from '@whatwg-node/fetch';
import { printedSchema, schema } from '../graphql/schema.ts';
import { etagOf } from '../http/etag.ts';
import { respondFailure } from '../http/respond.ts';
import type { Html } from '../pages/frame.ts';
import { respondNotFound } from '../pages/not-found.ts';
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
        return page(guidesPage(source), PAGE_HEADERS);
      case DOCS_PATHS.rest:
        return page(restPage(source), REFERENCE_HEADERS);
      case DOCS_PATHS.graphql:
        return page(graphqlPage(schema), PAGE_HEADERS);
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
      const { method } = request;
      if (method !== 'GET' && method !== 'HEAD')
        return respondFailure({ kind: 'methodNotAllowed', allow: ['GET', 'HEAD'] });
      const response = await contentOf(url);
      return response ?? respondNotFound(request);
    },
  };
}

async function page(content: Html, headers: Readonly<Record<string, string>>): Promise<Response> {
  const text = String(await content);
  return new Response(text, {
    headers: { 'Content-Type': 'text/html; charset=utf-8', ...headers, ...revalidated(text) },
  });
}

const revalidated = (text: string) => ({
  ETag: etagOf(text),
  'Cache-Control': 'no-cache',
});
