// The changelog: each released version with its dates and changes.
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
      ...versions.list().map((version) => {
        const { date, label, summary, changes } = version;
        return paragraphs(
          `## ${date} (${label}) {#${date}}`,
          `Released ${date}; ${stageOf(version)}.`,
          summary,
          changes.flatMap(({ note }) => (note === undefined ? [] : `- ${note}`)).join('\n'),
        );
      }),
    ].join('\n\n'),
});
