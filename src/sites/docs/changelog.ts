// The changelog: each released version with its dates and changes; as a page and a feed.
import { html } from 'hono/html';
import type { Version } from '../../operation/versions.ts';
import { DOCS_PATHS } from '../../paths.ts';
import { releaseNotes } from '../../rest/release-notes.ts';
import { type DocsSource, type Page, paragraphs, stageOf } from './page.ts';
import { renderPage } from './render.ts';

const titleOf = ({ date, label }: Version) => `${date} (${label})`;

export const changelogPage = ({ versions }: DocsSource): Page => ({
  path: DOCS_PATHS.changelog,
  site: 'changelog',
  version: versions.newest(),
  group: '',
  place: 'Changelog',
  title: 'Changelog',
  summary: 'Every version with its changes.',
  text: () =>
    [
      `Your token keeps its version: a newer one changes nothing until you \
[move to it](${DOCS_PATHS.guide('versions', 'moving')}). \
The changelog is also an [Atom feed](${DOCS_PATHS.changelogFeed}).`,
      ...versions
        .list()
        .map(
          (version) =>
            `## ${titleOf(version)} {#${version.date}}\n\n${changesIn(versions, version)}`,
        ),
    ].join('\n\n'),
});

function changesIn(versions: DocsSource['versions'], version: Version): string {
  const { date, summary } = version;
  const notes = releaseNotes(versions, date).map((note) => `- ${note}`);
  return paragraphs(`Released ${date}; ${stageOf(version)}.`, summary, notes.join('\n'));
}

/**
 * An Atom feed (RFC 4287) with an entry per version. The IDs consist of the deployment's origin and the version's date,
 * so they never change.
 */
export async function changelogFeed(source: DocsSource): Promise<string> {
  const { versions, origin } = source;
  const page = `${origin}${DOCS_PATHS.changelog}`;
  const contentOf = (version: Version) =>
    renderPage(source, { ...changelogPage(source), text: () => changesIn(versions, version) })
      .content;
  const entry = (version: Version) => html`<entry>
<id>${page}#${version.date}</id>
<title>${titleOf(version)}</title>
<updated>${startOf(version.date)}</updated>
<link rel="alternate" type="text/html" href="${page}#${version.date}"/>
<content type="html">${contentOf(version)}</content>
</entry>`;
  return String(
    await html`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
<id>${page}</id>
<title>Versions of the Rental Marketplace Owner API</title>
<updated>${startOf(versions.newest())}</updated>
<author><name>Rental Marketplace</name></author>
<link rel="self" type="application/atom+xml" href="${origin}${DOCS_PATHS.changelogFeed}"/>
<link rel="alternate" type="text/html" href="${page}"/>
${versions.list().map(entry)}
</feed>
`,
  );
}

const startOf = (day: string) => `${day}T00:00:00Z`;
