// Closes a version that has ended: its recordings are removed, and what remains to be edited by hand is listed.
import { execFileSync } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { type Change, fieldOf, subjectOf } from '../../../../src/operation/change-kinds.ts';
import type { Release } from '../../../../src/operation/release-changes.ts';
import { goldenFile, openApiFile, schemaFile } from '../../contract/releases.ts';

export interface Closing {
  /** The text of `releases.ts` with the version closed. */
  readonly entries: string;
  readonly recordings: readonly string[];
  /** What is left to edit, a line each. */
  readonly left: readonly string[];
}

/** `text` is that of `releases.ts`; `filesNaming` finds the files that have a word. */
export function closingOf(
  releases: readonly Release[],
  date: string,
  text: string,
  filesNaming: (word: string) => readonly string[],
): Closing {
  const at = releases.findIndex((release) => release.date === date);
  const next = releases[at + 1];
  if (at < 0 || !next) throw new Error(`${date} is no version that another one followed`);
  const open = releases.slice(0, at).find(({ isClosed }) => !isClosed);
  if (open) throw new Error(`${open.date} is older: close it first`);
  return {
    entries: releases[at]?.isClosed
      ? text
      : text.replace(`    date: '${date}',\n`, (line) => `${line}    isClosed: true,\n`),
    recordings: [goldenFile(date), openApiFile(date), schemaFile(date)],
    left: next.changes.flatMap((change) => leftOf(change, filesNaming)),
  };
}

/** Of a common word; the compiler finds the others. */
const MOST_FILES = 20;

/** Nothing for a change that stays: names, values, types, and what stored rows may not meet. */
function leftOf(change: Change, filesNaming: (word: string) => readonly string[]): string[] {
  if ('endpointWithdrawn' in change) {
    const name = change.endpointWithdrawn;
    return [`${name}: delete the operation; it is named in ${filesNaming(name).join(', ')}`];
  }
  if (!('withdrawn' in change)) return [];
  const [, name = ''] = fieldOf(change).split('.');
  const files = filesNaming(name).slice(0, MOST_FILES).join(', ');
  return [
    `${subjectOf(change)}: delete the field, and mark its column @ignore; named in ${files}`,
  ];
}

/** The files of the repository that have a word, besides what commands write. */
export const filesWithWord = (word: string): string[] =>
  execFileSync('git', ['grep', '-lw', word, '--', 'src', 'test', 'prisma/*.prisma'])
    .toString()
    .split('\n')
    .filter(
      (file) =>
        file !== '' &&
        !/recorded\/|(?:golden|openapi|schema)-|generated|examples\.json/.test(file),
    );

export async function close({ entries, recordings }: Closing, file: string): Promise<void> {
  await writeFile(file, entries);
  for (const recording of recordings) await rm(recording, { force: true });
}
