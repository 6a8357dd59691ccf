// The documentation (`/docs`): guides, REST reference, GraphQL schema, search; without a token, and without any other host.
import { Response } from '@whatwg-node/fetch';
import { printedSchema, schemaOf } from '../../graphql/schema.ts';
import { etagOf } from '../../http/etag.ts';
import { isRead, refuseWrite } from '../../http/respond.ts';
import type { Versions } from '../../operation/versions.ts';
import { DOCS_PATHS } from '../../paths.ts';
import { respondNotFound } from '../pages/not-found.ts';
import { respondPage } from '../pages/respond-page.ts';
import { ASSETS } from './assets.ts';
import { changelogFeed } from './changelog-feed.ts';
import { changelogPage } from './changelog-page.ts';
import { graphqlPage } from './graphql-page.ts';
import { guidesPage } from './guides-page.ts';
import { layout, type Page } from './layout.ts';
import { restPage } from './rest-page.ts';
import { createSearch } from './search/search.ts';
import { searchPage } from './search-page.ts';
import { PAGE_HEADERS, REFERENCE_HEADERS } from './security-headers.ts';
import type { DocsSource } from './source.ts';

export interface Docs {
  handle(request: Request, url: URL): Promise<Response>;
}

export function createDocs(source: DocsSource): Docs {
  const { versions } = source;
  const search = keptFor(versions, () => createSearch(source));
  const changelog = keptFor(versions, () => changelogPage(source));

  function file(text: string, type: string): Response {
    const headers = { 'Content-Type': `${type}; charset=utf-8`, ETag: etagOf(text), 'Cache-Control': 'no-cache' };
    return new Response(text, { headers });
  }

  async function searchIndex(pathname: string): Promise<Response | undefined> {
    if (!pathname.startsWith(DOCS_PATHS.assets)) return undefined;
    return (await search()).files.serve(pathname);
  }

  const page = async (content: Page, headers = PAGE_HEADERS): Promise<Response> =>
    respondPage(layout(content, (await search()).files.paths.index), headers);

  /** The page of a query, without an ETag: it is neither kept nor compressed. */
  async function results(query: string): Promise<Response> {
    const { files, rank } = await search();
    const text = String(await layout(searchPage(query, rank), files.paths.index));
    const headers = { 'Content-Type': 'text/html; charset=utf-8', ...PAGE_HEADERS, 'Cache-Control': 'no-store' };
    return new Response(text, { headers });
  }

  async function respond({ pathname, searchParams }: URL): Promise<Response | undefined> {
    switch (pathname.replace(/(.)\/$/, '$1')) {
      case DOCS_PATHS.guides:
        return page(guidesPage(source));
      case DOCS_PATHS.rest:
        return page(restPage(source), REFERENCE_HEADERS);
      case DOCS_PATHS.graphql:
        return page(graphqlPage(schemaOf(versions)));
      case DOCS_PATHS.search:
        return results(searchParams.get('q') ?? '');
      case DOCS_PATHS.changelog:
        return page(changelog());
      case DOCS_PATHS.changelogFeed:
        return file(await changelogFeed(source), 'application/atom+xml');
      case DOCS_PATHS.sdl:
        return file(printedSchema(versions), 'text/plain');
      default:
        return ASSETS.serve(pathname) ?? searchIndex(pathname);
    }
  }

  return {
    async handle(request, url) {
      if (!isRead(request)) return refuseWrite();
      const response = await respond(url);
      return response ?? respondNotFound(request);
    },
  };
}

/** A value that is made with its first use, and again when a version has another stage. */
function keptFor<Made>(versions: Versions, make: () => Made): () => Made {
  const kept = new WeakMap<object, Made>();
  return () => {
    const usable = versions.usable();
    const made = kept.get(usable) ?? make();
    kept.set(usable, made);
    return made;
  };
}
