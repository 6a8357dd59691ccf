// The documents of the repository: their headings, links, paths and commands.
import { globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT, readText } from '../deploy/deploy-files.ts';

export interface Document {
  /** From the root of the repository. */
  readonly path: string;
  readonly text: string;
  /** The anchors of its headings, as GitHub generates them. */
  readonly anchors: readonly string[];
  /** The targets of its links and images. */
  readonly links: readonly string[];
  /** Code within its sentences and tables. */
  readonly codes: readonly string[];
  /** The commands in its shell blocks; a backslash at the end of a line continues it. */
  readonly commands: readonly string[];
}

const FENCED = /^ *```(\w*)\n([\s\S]*?)^ *```$/gm;

export function readDocument(path: string): Document {
  const text = readText(path);
  const prose = text.replaceAll(FENCED, '');
  const blocks = [...text.matchAll(FENCED)]
    .filter(([, language]) => language === 'sh')
    .map(([, , code = '']) => code);
  return {
    path,
    text,
    anchors: [...prose.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => anchorOf(title)),
    links: [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target),
    codes: [...prose.matchAll(/`([^`]+)`/g)].map(([, code = '']) =>
      code.replaceAll(/\s+/g, ' '),
    ),
    commands: blocks.flatMap(commandsOf),
  };
}

const commandsOf = (block: string): string[] =>
  block
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

const anchorOf = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

/** The guides are pages of the service, with its site's links. */
export const DOCUMENTS: readonly Document[] = globSync(
  ['*.md', '.{deploy,github,ci}/**/*.md', '{prisma,src,test}/**/*.md'],
  { cwd: ROOT, exclude: ['**/node_modules/**', 'src/sites/docs/guides/**'] },
)
  .toSorted()
  .map(readDocument);

/** A path that a document links to or names, from the root of the repository. */
export const fromTop = ({ path }: Document, target: string): string =>
  join(dirname(path), target);

/** What follows `npm run NAME` in the commands and sentences of all documents. */
export const shownArguments = (name: string): string[] =>
  DOCUMENTS.flatMap(({ codes, commands }) => [...codes, ...commands]).flatMap((code) =>
    [...code.matchAll(new RegExp(`\\bnpm run (?:-s )?${name}\\b(.*)$`, 'g'))].map(
      ([, rest = '']) => rest,
    ),
  );
