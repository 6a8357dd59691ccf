// `npm run seed`: fills a database with the demo data; `--reset` empties it first, `--json` prints the data as JSON.
import { Prisma } from '../../prisma/generated/client/client.ts';
import type { Config } from '../config.ts';
import type { Database } from '../database/open-database.ts';
import { PEOPLE, PERSON_NAMES } from '../demo/demo-data.ts';
import { issueDemoTokens, replaceKnownPasswords } from '../demo/demo-owner.ts';
import { inDemoTransaction, seedDemoData } from '../demo/seed-demo-data.ts';
import { createVersions } from '../operation/versions.ts';
import { UsageError } from '../process/fatal-error.ts';
import { RELEASES } from '../rest/releases.ts';
import { parseCommandLine, print } from './command-line.ts';
import { withDatabase } from './with-database.ts';

const USAGE = `Usage:
  npm run seed -- [--reset]
  npm run -s seed -- [--reset] --json

Writes the demo data, with a new token for each user. --reset deletes all data first; --json prints the result as JSON.`;

await withDatabase(USAGE, parseOptions, seed, { createsEmbedded: true });

async function seed({ db }: Database, { reset, json }: Options, { environment, isLocal }: Config) {
  const { people, ...ids } = await inDemoTransaction(db, async (tx) => {
    if (reset) await empty(tx);
    return seedDemoData(tx, new Date());
  });
  const version = createVersions(RELEASES).newest();
  const tokens = await issueDemoTokens(db, people, { environment, version, name: 'Demo data' });
  const fresh = isLocal ? undefined : await replaceKnownPasswords(db);
  const users = PERSON_NAMES.map((person) => {
    const { name, email, password: known } = PEOPLE[person];
    // Undefined for a password set earlier, and for a user without one.
    const password = isLocal ? known : person === 'owner' ? fresh : undefined;
    return [person, { id: people[person], name, email, password, token: tokens[person] }] as const;
  });
  const data = { expiredToken: tokens.expired, revokedToken: tokens.revoked, ...ids };
  if (json)
    return print(JSON.stringify({ environment, users: Object.fromEntries(users), ...data }));
  print('The demo data is in the database. These new tokens are only shown now:');
  for (const [role, { email, password, token }] of users) {
    print(`  ${role}: ${email}${password ? ` / ${password}` : ''}\n    token ${token}`);
  }
  for (const [kind, shown] of Object.entries(data)) print(`${kind}: ${JSON.stringify(shown)}`);
}

type Options = ReturnType<typeof parseOptions>;

function parseOptions({ environment }: Config) {
  const { values } = parseCommandLine(USAGE, {
    reset: { type: 'boolean' },
    json: { type: 'boolean' },
  });
  if (environment === 'test') return values;
  throw new UsageError(
    'Live rejects demo data, whose passwords are public, and --reset, which empties the database.',
  );
}

/** Deletes all rows of all tables except the migration records. IDs restart at 1 if the role owns the tables. */
async function empty(tx: Prisma.TransactionClient): Promise<void> {
  const tables: { name: string; isOwned: boolean }[] = await tx.$queryRaw`
    SELECT quote_ident(tablename) AS name, pg_has_role(tableowner, 'USAGE') AS "isOwned" FROM pg_tables
    WHERE schemaname = current_schema() AND tablename <> '_prisma_migrations'
      AND has_table_privilege(format('%I.%I', schemaname, tablename), 'DELETE')`;
  // Foreign keys are checked at the end of the statement. Activity, which the role may not delete, is deleted with its
  // users.
  const deletes = tables.map(({ name }, index) => `emptied_${index} AS (DELETE FROM ${name})`);
  const sql = tables.every(({ isOwned }) => isOwned)
    ? `TRUNCATE ${tables.map(({ name }) => name).join(', ')} RESTART IDENTITY CASCADE`
    : `WITH ${deletes.join(', ')} SELECT 1`;
  await tx.$executeRaw(Prisma.raw(sql));
}
