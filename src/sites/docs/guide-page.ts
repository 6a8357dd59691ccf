// The page of a guide: beside it all guides with its own sections, below it the guides before and after it.
import { html } from 'hono/html';
import { DOCS_PATHS } from '../../paths.ts';
import type { Html } from '../pages/frame.ts';
import { ASSETS } from './assets.ts';
import type { Guide } from './guides/render-guide.ts';
import { GUIDE_GROUPS, GUIDES, type GuideId } from './guides-page.ts';
import { type Page, prose } from './layout.ts';

export function guidePage(guides: ReadonlyMap<GuideId, Guide>, id: GuideId): Page {
  const { title, summary, content, headings } = guides.get(id) as Guide;
  const place = GUIDES.indexOf(id);
  const link = (to: GuideId, attributes: Html | '' = ''): Html =>
    html`<a href="${DOCS_PATHS.guide(to)}"${attributes}>${guides.get(to)?.title}</a>`;
  const turn = (to: GuideId | undefined, rel: 'prev' | 'next', name: string): Html | '' =>
    to ? html`<p class="${rel}"><span>${name}</span> ${link(to, html` rel="${rel}"`)}</p>` : '';
  return {
    site: 'docs',
    title,
    markdown: DOCS_PATHS.guideMarkdown(id),
    content: html`<div class="columns">
<nav class="contents" aria-label="Guides"><details><summary>All guides</summary>
${GUIDE_GROUPS.map(
  (group) => html`<p class="group">${group.title}</p>
<ul>${group.ids.map((one) =>
    one === id
      ? html`<li>${link(one, html` aria-current="page"`)}<ul>${headings.map((heading) => html`<li><a href="#${heading.id}">${heading.title}</a></li>`)}</ul></li>`
      : html`<li>${link(one)}</li>`,
  )}</ul>`,
)}</details></nav>
<main id="content" tabindex="-1">
<h1>${title}</h1>
<p class="lead">${prose(summary)}</p>
${content}
<nav class="turn" aria-label="Next guides">${turn(GUIDES[place - 1], 'prev', 'Before')}${turn(GUIDES[place + 1], 'next', 'Next')}</nav>
</main>
</div>`,
    scripts: [ASSETS.paths.page],
  };
}
