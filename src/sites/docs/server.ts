// The documentation (`/docs`): guides, REST and GraphQL references, search; needs no token and loads nothing from other
// hosts.
import { Response } from '@whatwg-node/fetch';
import { raw } from 'hono/html';
import { networksOf } from '../../fairness/networks.ts';
import { pageHeaders } from '../../http/browser-headers.ts';
import { prefersMarkdown } from '../../http/negotiation.ts';
import { isRead, refuseWrite } from '../../http/respond.ts';
import { DOCS_PATHS } from '../../paths.ts';
import { respondNotFound } from '../pages/frame.ts';
import { createContents, HTML } from './contents.ts';
import { ASSETS, layout } from './layout.ts';
import type { DocsSource } from './page.ts';
import { createSearches, notFoundPage, searchPage } from './search.ts';

const PAGE_HEADERS = pageHeaders();

interface Visit {
  readonly url: URL;
  readonly address: string;
}

/** Handles requests. @throws {OperationFailure} unavailable: too many searches are waiting. */
export function createDocs(source: DocsSource) {
  const { versions } = source;
  const kept = new WeakMap<object, ReturnType<typeof createContents>>();
  const search = createSearches();

  /** Made on first use, and again when a version's stage changes. */
  function current() {
    const usable = versions.usable();
    const contents = kept.get(usable) ?? createContents(source);
    kept.set(usable, contents);
    return contents;
  }

  async function respond(request: Request, { url, address }: Visit): Promise<Response | undefined> {
    const { pathname, searchParams } = url;
    // The pages of the latest version are also at the paths with its date.
    const path = pathname
      .replace(/(.)\/$/, '$1')
      .replace(`${DOCS_PATHS.rest}/${versions.newest()}`, DOCS_PATHS.rest);
    const { open, rank } = current();
    // A results page has no ETag: browsers don't keep it, and it isn't compressed.
    if (path === DOCS_PATHS.search) {
      const query = searchParams.get('q') ?? '';
      const find = async () => String(layout(searchPage(query, await rank())));
      const page = await search(find, { networks: networksOf(address) });
      const headers = { 'Content-Type': HTML, ...PAGE_HEADERS, 'Cache-Control': 'no-store' };
      return new Response(page, { headers });
    }
    const markdown = prefersMarkdown(request) ? await open(`${path}.md`) : undefined;
    const file = markdown ?? (await open(path));
    if (!file) return ASSETS.serve(pathname);
    const { type, content, etag } = file;
    const isNegotiated = type === HTML || markdown !== undefined;
    const headers = {
      ...(type === HTML && PAGE_HEADERS),
      ...(isNegotiated && { Vary: 'Accept' }),
      'Content-Type': type,
      ETag: etag,
      'Cache-Control': 'no-cache',
    };
    return new Response(content, { headers });
  }

  return async (request: Request, visit: Visit): Promise<Response> => {
    if (!isRead(request)) return refuseWrite();
    const notFound = async () => raw(String(layout(notFoundPage)));
    return (await respond(request, visit)) ?? respondNotFound(request, notFound, PAGE_HEADERS);
  };
}
