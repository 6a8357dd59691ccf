// The documentation (`/docs`): guides, REST and GraphQL references; needs no token and loads nothing from other hosts.
import { Response } from '@whatwg-node/fetch';
import { html } from 'hono/html';
import { pageHeaders } from '../../http/page-headers.ts';
import { DOCS_PATHS } from '../../paths.ts';
import { respondNotFound } from '../pages/frame.ts';
import { createContents, HTML } from './contents.ts';
import { DOCS_ASSETS, layout } from './layout.ts';
import type { DocsSource } from './page.ts';

const PAGE_HEADERS = pageHeaders();

const NOT_FOUND = html`<h1>Page not found</h1>
<p class="lead">The documentation has no page at this address. Search above,
or see <a href="${DOCS_PATHS.guides}">all guides</a>.</p>`;

/** Handles requests. */
export function createDocs(source: DocsSource) {
  const { versions } = source;
  const kept = new WeakMap<object, ReturnType<typeof createContents>>();

  /** Made on first use, and again when a version's stage changes. */
  function current() {
    const usable = versions.usable();
    const contents = kept.get(usable) ?? createContents(source);
    kept.set(usable, contents);
    return contents;
  }

  async function respond({ pathname }: URL): Promise<Response | undefined> {
    // The pages of the latest version are also at the paths with its date.
    const path = pathname
      .replace(/(.)\/$/, '$1')
      .replace(`${DOCS_PATHS.rest}/${versions.newest()}`, DOCS_PATHS.rest);
    const file = await current()(path);
    if (!file) return DOCS_ASSETS.serve(pathname);
    const { type, content, etag } = file;
    const headers = {
      ...(type === HTML && PAGE_HEADERS),
      'Content-Type': type,
      ETag: etag,
      'Cache-Control': 'no-cache',
    };
    return new Response(content, { headers });
  }

  return async (request: Request, { url }: { readonly url: URL }): Promise<Response> => {
    const notFound = () => layout('docs', 'Not found', NOT_FOUND);
    return (await respond(url)) ?? respondNotFound(request, notFound, PAGE_HEADERS);
  };
}
