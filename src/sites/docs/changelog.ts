// The changelog: each released version with its dates and changes.
import type { Version } from '../../operation/versions.ts';
import { DOCS_PATHS } from '../../paths.ts';
import { type DocsSource, type Page, paragraphs, stageOf } from './page.ts';

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
[move to it](${DOCS_PATHS.guide('versions', 'moving')}).`,
      ...versions.list().map(changesIn),
    ].join('\n\n'),
});

function changesIn(version: Version): string {
  const { date, label, summary, changes } = version;
  const notes = changes.flatMap(({ note }) => (note === undefined ? [] : `- ${note}`));
  return paragraphs(
    `## ${date} (${label}) {#${date}}`,
    `Released ${date}; ${stageOf(version)}.`,
    summary,
    notes.join('\n'),
  );
}
