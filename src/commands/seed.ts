// `npm run seed`: fills a database with the demo data; `--reset` empties it first, `--json` prints it for machines.
import type { Prisma } from '../../prisma/generated/client/client.ts';
import { revokeToken } from '../accounts/tokens.ts';
import type { Config } from '../config.ts';
import { Records } from '../database/records/records.ts';
import { PEOPLE, type Person } from '../demo/demo-data.ts';
import { inDemoTransaction } from '../demo/demo-transaction.ts';
import { issueDemoToken } from '../demo/issue-demo-token.ts';
import { hashDemoPasswords, seedDemoData } from '../demo/seed-demo-data.ts';
import { createVersions } from '../operation/versions.ts';
import { UsageError } from '../process/fatal-error.ts';
import { RELEASES } from '../rest/releases.ts';
import { parseCommandLine } from './command-line.ts';
import { withDatabase } from './with-database.ts';

const USAGE = `Usage:
  npm run seed -- [--reset]
  npm run -s seed -- [--reset] --json

Writes the demo data, with a fresh token for each person; --reset removes all data first, --json prints it for machines.`;

await withDatabase(USAGE, parseOptions, async ({ db, statements }, { reset, json }, { environment }) => {
  const passwordHashes = await hashDemoPasswords();
  const token = { environment, version: createVersions(RELEASES).newest() };
  const { people, ...data } = await inDemoTransaction(db, async (tx) => {
    if (reset) await empty(tx);
    return seedDemoData(tx, { passwordHashes, now: new Date() });
  });
  const { users, revoked } = await issueTokens(new Records(statements), people, token);
  await revokeToken(db, people.owner, revoked.id);
  const demo = { environment, users, revokedToken: revoked.value, ...data };
  process.stdout.write(json ? `${JSON.stringify(demo)}\n` : describe(demo));
});

function parseOptions({ environment }: Config) {
  const { values } = parseCommandLine(USAGE, { reset: { type: 'boolean' }, json: { type: 'boolean' } });
  if (environment === 'test') return values;
  throw new UsageError('Demo data has known passwords and --reset empties the database: both are refused in live.');
}

/** Removes every row of every table except the record of the migrations. */
async function empty(tx: Prisma.TransactionClient): Promise<void> {
  const tables: { name: string }[] = await tx.$queryRaw`
    SELECT quote_ident(tablename) AS name FROM pg_tables
    WHERE schemaname = current_schema() AND tablename <> '_prisma_migrations'`;
  await tx.$executeRawUnsafe(`TRUNCATE ${tables.map(({ name }) => name).join(', ')} RESTART IDENTITY CASCADE`);
}

type TokenOptions = Pick<Parameters<typeof issueDemoToken>[1], 'environment' | 'version'>;

/** A fresh token for each person, and one of the owner to be revoked. */
async function issueTokens(records: Records, people: Record<Person, number>, options: TokenOptions) {
  async function introduce(person: Person) {
    const { name, email, password } = PEOPLE[person];
    const id = people[person];
    const { value } = await issueDemoToken(records, { userId: id, name: 'Demo data', ...options });
    return { id, name, email, password, token: value };
  }
  const users = {
    owner: await introduce('owner'),
    tenant: await introduce('tenant'),
    rival: await introduce('rival'),
    reader: await introduce('reader'),
  };
  const revoked = await issueDemoToken(records, { userId: people.owner, name: 'Demo data, revoked', ...options });
  return { users, revoked };
}

interface Demo extends Omit<Awaited<ReturnType<typeof seedDemoData>>, 'people'> {
  readonly users: Awaited<ReturnType<typeof issueTokens>>['users'];
}

function describe({ users, products, bundles, rentals }: Demo): string {
  const people = Object.entries(users).map(
    ([role, { email, password, token }]) => `  ${role}: ${email} / ${password}\n    token ${token}`,
  );
  return [
    'The demo data is in the database. These fresh tokens are shown only now:',
    ...people,
    `Products ${JSON.stringify(products)}, bundles ${JSON.stringify(bundles)}, rentals ${JSON.stringify(rentals)}`,
    '',
  ].join('\n');
}
