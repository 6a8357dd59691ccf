// Exports and imports a database in a test, through a file in its own directory.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '../../src/database/open-database.ts';
import {
  type FileTotals,
  jsonLine,
  readParts,
  type TableStart,
  writeDataFile,
} from '../../src/transfer/data-file.ts';
import { exportedLines, type OnRows } from '../../src/transfer/export-data.ts';
import { importFile } from '../../src/transfer/import-data.ts';

export async function exportTo(
  file: string,
  database: Database,
  onRows: OnRows = () => {},
): Promise<void> {
  const session = await database.openSession();
  await writeDataFile(file, exportedLines(session, 'test', onRows)).finally(session.close);
}

export async function importFrom(
  file: string,
  database: Database,
  onRows: OnRows = () => {},
): Promise<FileTotals['rows']> {
  const session = await database.openSession();
  return importFile(session, file, onRows).finally(session.close);
}

/** All parts of a file; its rows by table. */
export async function contentOf(file: string) {
  const tables: (TableStart & { lines: string[] })[] = [];
  let totals: FileTotals | undefined;
  for await (const part of readParts(file)) {
    if ('table' in part) tables.push({ ...part, lines: [] });
    else if ('lines' in part) tables.at(-1)?.lines.push(...part.lines);
    else if ('sequences' in part) totals = part;
  }
  return { tables, totals };
}

export type Content = Awaited<ReturnType<typeof contentOf>>;

/** A file with this content, as `npm run export` would write it. */
export const writeContent = (
  file: string,
  header: string,
  { tables, totals }: Content,
): Promise<void> =>
  writeDataFile(
    file,
    (async function* () {
      yield header;
      for (const { table, columns, lines } of tables) {
        yield jsonLine({ table, columns });
        for (const line of lines) yield `${line}\n`;
      }
      if (totals) yield jsonLine(totals);
    })(),
  );

export async function temporaryFiles(): Promise<{
  at(name: string): string;
  remove(): Promise<void>;
}> {
  const path = await mkdtemp(join(tmpdir(), 'moved-'));
  return {
    at: (name) => join(path, name),
    remove: () => rm(path, { recursive: true, force: true }),
  };
}
