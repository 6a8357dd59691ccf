// `npm run import -- FILE`: loads an exported file into an empty database.
import type { Config } from '../config.ts';
import { requireFreeSpace } from '../database/embedded/data-directory.ts';
import { readMigrations } from '../database/migrations/migrations.ts';
import type { Database } from '../database/open-database.ts';
import { checkFile, readHeader } from '../transfer/data-file.ts';
import { importFile, requireImportable } from '../transfer/import-data.ts';
import { parseCommandLine, print, required } from './command-line.ts';
import { fileError, moveRows } from './moved-rows.ts';
import { withDatabase } from './with-database.ts';

const USAGE = `Usage:
  npm run import -- FILE

Imports FILE, written by \`npm run export\`, into the database of DATABASE_URL or DATA_DIR. The database is created or
migrated first, and must be empty. Either all data is imported or nothing. Import before you start the service.`;

/** Until it is closed, an embedded database stores each row both in its table and in its log. */
const DISK_PER_BYTE = 3;

await withDatabase(USAGE, checkedFile, importInto, { createsEmbedded: true });

type DataFile = Awaited<ReturnType<typeof checkedFile>>;

async function importInto(
  database: Database,
  { file, bytes }: DataFile,
  { databaseUrl, dataDir }: Config,
) {
  if (!databaseUrl) requireFreeSpace(dataDir, bytes * DISK_PER_BYTE, 'the data needs');
  const counts = await moveRows('imported', database, file, (session, onRows) =>
    importFile(session, file, onRows),
  );
  print(`Imported from ${file}:\n${counts}`);
}

/** Reads the whole file before opening the database, so that a damaged file writes nothing. */
async function checkedFile({ environment }: Config) {
  const file = required(USAGE, parseCommandLine(USAGE, {}, 1).positionals[0]);
  try {
    requireImportable(await readHeader(file), environment, await readMigrations());
    return { file, bytes: await checkFile(file) };
  } catch (error) {
    throw fileError(error, file);
  }
}
