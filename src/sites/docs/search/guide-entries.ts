// The search entries of the guides and the changelog: sections with their headings, codes of errors, versions.
import { FAILURES, FIELD_ERROR_CODES } from '../../../operation/failure.ts';
import { DOCS_PATHS } from '../../../paths.ts';
import type { Entry } from '../assets/rank-entries.js';
import { changesIn, titleOf } from '../changelog-page.ts';
import type { Guide } from '../guides/render-guide.ts';
import { htmlText, plainText } from '../html-text.ts';
import type { DocsSource } from '../source.ts';

const GUIDES = 'Guides';

/** An entry for each guide, and one for each heading in it. */
export const guideEntries = (guides: readonly Guide[]): readonly Entry[] =>
  guides.flatMap(({ id, title, summary, content }) => {
    const [start = '', ...parts] = String(content).split('<h2 id="');
    return [
      { title, heading: GUIDES, text: `${plainText(summary)} ${prose(start)}`, path: DOCS_PATHS.guide(id) },
      ...parts.map((part) => {
        const [, inner = '', words, heading = '', rest = ''] =
          /^([^"]*)"(?: data-words="([^"]*)")?>(.*?)<\/h2>(.*)$/s.exec(part) ?? [];
        return {
          title: htmlText(heading),
          heading: `${GUIDES} · ${title}`,
          text: prose(rest),
          ...(words && { words }),
          path: DOCS_PATHS.guide(id, inner),
        };
      }),
    ];
  });

/** The text of a guide without its code, with spaces between cells, items and paragraphs. */
const prose = (html: string): string =>
  plainText(htmlText(html.replace(/<(pre|fieldset)\b.*?<\/\1>/gs, '').replace(/<\/(?:t[dh]|li|p|figcaption)>/g, ' ')));

/** An entry for each released version, with its changes. */
export const changelogEntries = ({ versions }: DocsSource): Promise<readonly Entry[]> =>
  Promise.all(
    versions.list().map(async (version) => ({
      title: titleOf(version),
      heading: 'Changelog',
      text: prose(String(await changesIn(versions, version))),
      path: `${DOCS_PATHS.changelog}#${version.date}`,
    })),
  );

/** The codes of failures and of field errors, with their meanings. */
export const errorEntries = (): readonly Entry[] => [
  ...Object.values(FAILURES).map(({ code, status, meaning, message }) => ({
    title: code,
    heading: `Errors · ${status}`,
    text: plainText(`${message}. ${meaning}`),
    path: DOCS_PATHS.guide('errors'),
  })),
  ...Object.entries(FIELD_ERROR_CODES).map(([code, meaning]) => ({
    title: code,
    heading: 'Errors · Validation',
    text: plainText(meaning),
    path: DOCS_PATHS.guide('errors', 'field-errors'),
  })),
];
