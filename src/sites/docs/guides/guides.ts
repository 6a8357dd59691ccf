// The guides: Markdown files of this folder, each with a title, search words, a summary and placeholders.
import { DOCS_PATHS } from '../../../paths.ts';
import type { DocsSource, Page } from '../page.ts';
import { guideFile } from './guide-files.ts';
import { createFill } from './placeholders.ts';

/** By group, in order: each is a file. */
export const GUIDE_GROUPS = {
  'First steps': ['first-request', 'tokens', 'errors'],
  'Every request': ['limits', 'retries', 'versions', 'not-supported'],
  'Your client': ['clients', 'front-end', 'test-your-client', 'schema-tools', 'importer'],
};

/** The title with search words, the summary if any, and the text: `# Tokens {token login}`. */
const PARTS = /^# ([^\n{]*?)(?: \{([\w -]*)\})?\n\n(?:> (.*)\n\n)?([\s\S]*)$/;

export function guidePages(source: DocsSource) {
  const fill = createFill(source);
  return Object.entries(GUIDE_GROUPS).flatMap(([group, ids]) =>
    ids.map((id) => guidePage(source, id, group, fill)),
  );
}

/** @param markdown is the file's text. */
export function guidePage(
  { versions }: DocsSource,
  id: string,
  group: string,
  fill: (markdown: string) => string,
  markdown = guideFile(`${id}.md`).toString(),
): Page {
  const [, title = '', words, summary = '', text = ''] = PARTS.exec(markdown) ?? [];
  return {
    path: DOCS_PATHS.guide(id),
    site: 'docs',
    version: versions.newest(),
    place: 'Guides',
    group,
    title,
    summary,
    words,
    text: () => fill(text),
  };
}
