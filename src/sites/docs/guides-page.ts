// The first page of the documentation: short guides.
import { html } from 'hono/html';
import { ASSETS } from './assets.ts';
import { caching } from './guides/caching.ts';
import { clients } from './guides/clients.ts';
import { errors } from './guides/errors.ts';
import { firstRequest } from './guides/first-request.ts';
import { limits } from './guides/limits.ts';
import { names } from './guides/names.ts';
import { retries } from './guides/retries.ts';
import { throttling } from './guides/throttling.ts';
import { tokens } from './guides/tokens.ts';
import { versions } from './guides/versions.ts';
import { type Page, type Section, withContents } from './layout.ts';
import type { DocsSource } from './source.ts';

export const guideSections = (source: DocsSource): readonly Section[] =>
  [firstRequest, tokens, errors, caching, throttling, limits, retries, versions, names, clients].map((section) =>
    section(source),
  );

export function guidesPage(source: DocsSource): Page {
  const sections = guideSections(source);
  return {
    name: 'Guides',
    title: 'Guides',
    content: withContents(
      [{ title: '', links: sections }],
      html`<h1>Rental Marketplace Owner API</h1>
<p class="lead">Owners manage products and bundles and read rentals, over REST and over GraphQL: the same operations, the same rules.</p>
${sections.map(({ id, title, content }) => html`<section id="${id}"><h2><a href="#${id}">${title}</a></h2>${content}</section>`)}`,
    ),
    scripts: [ASSETS.paths.page],
  };
}
