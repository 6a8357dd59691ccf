// A page as HTML: title, summary and content, with links to the other pages of its site.
import { html, raw } from 'hono/html';
import { prose } from '../pages/frame.ts';
import { type Link, layout } from './layout.ts';
import type { Page } from './page.ts';
import type { Rendered } from './render.ts';

export function pageHtml(
  page: Page,
  { content, headings }: Rendered,
  pages: readonly Page[],
) {
  const { site, title, summary, path } = page;
  return layout({
    site,
    title,
    markdown: `${path}.md`,
    contents: contentsOf(page, headings, pages),
    content: html`<h1>${title}</h1>
${summary && html`<p class="lead">${prose(summary)}</p>`}
${raw(content)}`,
  });
}

/** Links to the pages of the site in the same version, with the page's sections, and to other versions. */
function contentsOf(page: Page, headings: Rendered['headings'], pages: readonly Page[]) {
  const parts = headings.map(({ id, title }) => ({ href: `#${id}`, title }));
  const link = (one: Page, title = one.title): Link => ({
    href: one.path,
    title,
    isCurrent: one === page,
    ...(one === page && { parts }),
  });
  const site = pages.filter((one) => one.site === page.site);
  const groups = Object.groupBy(
    site.filter(({ version }) => version === page.version),
    ({ group }) => group,
  );
  const firsts = Map.groupBy(site, ({ version }) => version);
  const others = [...firsts]
    .filter(([version]) => version !== page.version)
    .map(([version, [first = page]]) => link(first, version));
  return [
    ...Object.entries(groups).map(([title, all = []]) => ({
      title,
      links: all.map((one) => link(one)),
    })),
    ...(others.length > 0 ? [{ title: 'Other versions', links: others }] : []),
  ];
}
