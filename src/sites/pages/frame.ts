// The HTML frame of every page: head, assets, skip link; the top bar; the API token field on pages that send requests.
// Also the response with a page, revalidated by its ETag, and the 404 of an unknown path: a page if a browser
// navigates, otherwise JSON.
import { html } from 'hono/html';
import { contentResponse } from '../../http/content.ts';
import { prefersHtml } from '../../http/negotiation.ts';
import { pageHeaders } from '../../http/page-headers.ts';
import { respondUnknownPath } from '../../http/respond.ts';
import { DASHBOARD_PATHS, DOCS_PATHS, GRAPHQL_PATH } from '../../paths.ts';
import { asset, ICON, TEXT_STYLES } from './static-assets.ts';

export type Html = ReturnType<typeof html>;

interface Frame {
  readonly title: string;
  readonly style: string;
  readonly scripts: readonly string[];
  /** Contains an element with the ID `content`, the target of the skip link. */
  readonly body: Html;
}

export const SERVICE_NAME = 'Rental Marketplace Owner API';

export const frame = ({ title, style, scripts, body }: Frame) => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${[...new Set([title, SERVICE_NAME])].join(' · ')}</title>
<link rel="icon" href="${ICON}" type="image/svg+xml">
<link rel="stylesheet" href="${style}">
${scripts.map((path) => html`<script src="${path}" defer></script>`)}
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
${body}
</body>
</html>`;

/** Each site's name, and the part of it that narrow bars omit. */
const SITES = {
  docs: [DOCS_PATHS.guides, 'Docs'],
  rest: [DOCS_PATHS.rest, 'REST', ' reference'],
  graphql: [DOCS_PATHS.graphql, 'GraphQL', ' reference'],
  changelog: [DOCS_PATHS.changelog, 'Changelog'],
  graphiql: [GRAPHQL_PATH, 'GraphiQL'],
  dashboard: [DASHBOARD_PATHS.settings, 'Dashboard'],
} as const;

export type Site = keyof typeof SITES;

/** The links to the sites, behind a button on a narrow screen, and `search` at the end. */
export const topBar = (current?: Site, search?: Html) => html`<div class="site-bar">
<nav aria-label="Sites">
<a class="brand" href="${DOCS_PATHS.guides}">
<svg viewBox="0 0 20 20" aria-hidden="true">
<path d="M10 1 18 6v8l-8 5-8-5V6z"/>
<path class="cut" d="M6.5 9.5 10 7.3l3.5 2.2v4L10 15.7l-3.5-2.2z"/>
</svg>
<span>Owner API</span>
</a>
<button type="button" popovertarget="sites">Menu</button>
<ul id="sites" popover>
${Object.entries(SITES).map(
  ([site, [path, name, more]]) => html`
<li>
<a href="${path}"${site === current && html` aria-current="true"`}>${name}${more && html`<span>${more}</span>`}</a>
</li>`,
)}
</ul>
</nav>
${search}
</div>`;

/** A script keeps the token for the tab. */
export const TOKEN_FIELD = html`<form class="token" id="token-form">
<label for="token">API token</label>
<input id="token" type="password" placeholder="svc_…" autocomplete="off" autocapitalize="off" spellcheck="false"
  aria-describedby="token-note">
<button type="button" id="token-show" aria-pressed="false" aria-controls="token">Show</button>
<p id="token-note" role="status">Requests need a token from the <a href="${DASHBOARD_PATHS.settings}">dashboard</a>.</p>
</form>`;

/** Text with code between backticks, such as a description in the schema. */
export const prose = (text: string) =>
  html`${text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`;

/** The security headers of a page without forms and connections. */
const PAGE_HEADERS = pageHeaders({ 'connect-src': "'none'", 'form-action': "'none'" });

/** Makes responses with a page; `headers` are its security headers. */
export const pageResponse = async (
  content: Html | Promise<Html>,
  headers: Readonly<Record<string, string>>,
) => contentResponse('text/html; charset=utf-8', String(await content), headers);

const plainPage = frame({
  title: 'Not found',
  style: asset(...TEXT_STYLES),
  scripts: [],
  body: html`${topBar()}
<main id="content" tabindex="-1">
<h1>Page not found</h1>
<p class="lead">There is no page at this address. Go to the <a href="${DOCS_PATHS.guides}">docs</a>
or the <a href="${DASHBOARD_PATHS.settings}">dashboard</a>.</p>
</main>`,
});

/** `page` and its security headers are the site's. */
export async function respondNotFound(
  request: Request,
  page = plainPage,
  headers = PAGE_HEADERS,
) {
  const isPage = prefersHtml(request);
  const respond = isPage ? await pageResponse(page, headers) : respondUnknownPath;
  const response = respond(404);
  response.headers.append('Vary', 'Accept');
  return response;
}
