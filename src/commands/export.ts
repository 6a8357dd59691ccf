// `npm run export -- FILE`: writes all data of the database into a file.
import { existsSync } from 'node:fs';
import { UsageError } from '../process/fatal-error.ts';
import { writeDataFile } from '../transfer/data-file.ts';
import { exportedLines } from '../transfer/export-data.ts';
import { parseCommandLine, print, required, stopSignal } from './command-line.ts';
import { createRowProgress, inWords } from './moved-rows.ts';
import { withDatabase } from './with-database.ts';

const USAGE = `Usage:
  npm run export -- FILE [--force]

Writes all data of the database into FILE, which must be new unless --force is given. With DATABASE_URL the service may run
meanwhile; with an embedded database it must be stopped. FILE has hashes of tokens and passwords: nobody else may read it.`;

await withDatabase(USAGE, parseFile, async ({ openSession }, file, { environment }) => {
  const stop = stopSignal();
  const { adapter, close } = await openSession();
  const rows = createRowProgress('exported', stop);
  try {
    await writeDataFile(file, exportedLines(adapter, environment, rows.update));
  } catch (error) {
    throw inWords(error, file);
  } finally {
    rows.end();
    await close();
  }
  print(`Exported to ${file}:\n${rows.counts()}`);
});

function parseFile(): string {
  const { values, positionals } = parseCommandLine(USAGE, { force: { type: 'boolean', default: false } }, 1);
  const file = required(USAGE, positionals[0]);
  if (!values.force && existsSync(file)) throw new UsageError(`${file} exists. Choose another name, or add --force.`);
  return file;
}
