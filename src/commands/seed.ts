// `npm run seed`: fills a database with the demo data; `--reset` empties it first, `--json` prints it for machines.
import { parseArgs } from 'node:util';
import type { PrismaClient } from '../../prisma/generated/client/client.ts';
import type { Config } from '../config.ts';
import { seedDemoData } from '../demo/demo-data.ts';
import { createVersions } from '../operation/versions.ts';
import { UsageError } from '../process/fatal-error.ts';
import { RELEASES } from '../rest/releases.ts';
import { withDatabase } from './with-database.ts';

await withDatabase(parseOptions, async ({ db }, { reset, json }, { environment }) => {
  if (reset) await empty(db);
  const demo = await seedDemoData(db, { environment, version: createVersions(RELEASES).newest() });
  process.stdout.write(json ? `${JSON.stringify(demo)}\n` : describe(demo));
});

function parseOptions({ environment }: Config) {
  const { values } = parseArgs({ options: { reset: { type: 'boolean' }, json: { type: 'boolean' } } });
  if (environment === 'test') return values;
  throw new UsageError('Demo data has known passwords and --reset empties the database: both are refused in live.');
}

/** Removes every row of every table but the record of the migrations. */
async function empty(db: PrismaClient): Promise<void> {
  const tables: { name: string }[] = await db.$queryRaw`
    SELECT quote_ident(tablename) AS name FROM pg_tables
    WHERE schemaname = current_schema() AND tablename <> '_prisma_migrations'`;
  await db.$executeRawUnsafe(`TRUNCATE ${tables.map(({ name }) => name).join(', ')} RESTART IDENTITY CASCADE`);
}

function describe({ users, products, bundles, rentals }: Awaited<ReturnType<typeof seedDemoData>>): string {
  const people = Object.entries(users).map(
    ([role, { email, password, token }]) => `  ${role}: ${email} / ${password}\n    token ${token}`,
  );
  return [
    'The demo data is there. Fresh tokens, shown only now:',
    ...people,
    `Products ${JSON.stringify(products)}, bundles ${JSON.stringify(bundles)}, rentals ${JSON.stringify(rentals)}`,
    '',
  ].join('\n');
}
