// `npm run export -- FILE`: writes all data of the database to a file.
import { existsSync } from 'node:fs';
import { UsageError } from '../process/fatal-error.ts';
import { writeDataFile } from '../transfer/data-file.ts';
import { exportedLines } from '../transfer/export-data.ts';
import { parseCommandLine, print, required } from './command-line.ts';
import { moveRows } from './moved-rows.ts';
import { withDatabase } from './with-database.ts';

const USAGE = `Usage:
  npm run export -- FILE [--force]

Writes all data of the database to FILE, which must not exist unless you add --force. With DATABASE_URL the service may keep
running; with an embedded database, stop it first. FILE contains hashes of tokens and passwords, so keep it private.`;

await withDatabase(USAGE, parseFile, async (database, file, { environment }) => {
  const counts = await moveRows('exported', database, file, (session, onRows) =>
    writeDataFile(file, exportedLines(session, environment, onRows)),
  );
  print(`Exported to ${file}:\n${counts}`);
});

function parseFile(): string {
  const { values, positionals } = parseCommandLine(
    USAGE,
    { force: { type: 'boolean', default: false } },
    1,
  );
  const file = required(USAGE, positionals[0]);
  if (!values.force && existsSync(file))
    throw new UsageError(`${file} exists. Choose another name, or add --force.`);
  return file;
}
