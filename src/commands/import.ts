// `npm run import -- SOURCE`: copies all data of another database into an empty one.
import type { Config } from '../config.ts';
import type { Database } from '../database/open-database.ts';
import { openEnvironmentDatabase } from '../process/prepare-database.ts';
import { copyData } from '../transfer/copy-data.ts';
import { CommandLineError, parseCommandLine, print, required } from './command-line.ts';
import { notes, requireDatabase, targetText, withDatabase } from './with-database.ts';

const USAGE = `Usage:
  npm run import -- SOURCE

Copies all data of another database into the database of DATABASE_URL or DATA_DIR, which must be empty. SOURCE is the
directory of an embedded database, or a URL without a password, such as postgres://user@host/name; pg reads the password
from the file of PGPASSFILE. Pending migrations are applied to both databases first. Either all data is copied or
nothing. Import before you start the service.`;

const TABLE_WIDTH = 20;

await withDatabase(USAGE, parseSource, importFrom, { createsEmbedded: true });

async function importFrom(target: Database, config: Config) {
  const source = await openEnvironmentDatabase(config, notes);
  const sessions = [await source.openSession(), await target.openSession()] as const;
  try {
    const copied = await copyData(...sessions);
    print(`Imported from the ${targetText(config)}:`);
    for (const [table, rows] of copied) print(`  ${table.padEnd(TABLE_WIDTH)} ${rows}`);
  } finally {
    for (const session of sessions) await session.close();
    await source.close();
  }
}

/** The configuration with the other database. */
function parseSource(config: Config): Config {
  const source = required(parseCommandLine({}, 1).positionals[0]);
  const isUrl = /^postgres(ql)?:/.test(source);
  if (isUrl && (!URL.canParse(source) || new URL(source).password)) throw new CommandLineError();
  const other = {
    ...config,
    databaseUrl: isUrl ? source : undefined,
    dataDir: source,
    currentUrl: undefined,
    databaseWaitSeconds: 0,
  };
  requireDatabase(other);
  return other;
}
