// `npm run migrate`: applies pending migrations as the role that owns the tables, so that the service doesn't need that
// privilege.
import { parseCommandLine, print } from './command-line.ts';
import { withDatabase } from './with-database.ts';

const USAGE = `Usage:
  npm run migrate

Applies pending migrations to the database of DATABASE_URL or DATA_DIR, as startup does if its role owns the tables.
Requests of running nodes never wait for it longer than 0.1 s: each migration is retried while others hold its locks,
for 10 minutes.`;

await withDatabase(
  USAGE,
  () => parseCommandLine({}).values,
  async () => void print('All migrations are applied.'),
  { asStart: true },
);
