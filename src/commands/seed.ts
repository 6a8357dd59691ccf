// `npm run seed`: fills an empty database with the demo data; `--json` prints the users and tokens as JSON.
import type { Config } from '../config.ts';
import type { Database } from '../database/open-database.ts';
import { PEOPLE, PERSON_NAMES } from '../demo/demo-data.ts';
import { prepareDemoOwner, replaceKnownPasswords } from '../demo/demo-owner.ts';
import { createVersions } from '../operation/versions.ts';
import { UsageError } from '../process/fatal-error.ts';
import { RELEASES } from '../rest/releases.ts';
import { parseCommandLine, print } from './command-line.ts';
import { withDatabase } from './with-database.ts';

const USAGE = `Usage:
  npm run seed
  npm run -s seed -- --json

Writes the demo data into an empty database, and prints a new token for each demo user. --json prints them as JSON.`;

await withDatabase(USAGE, parseOptions, seed, { createsEmbedded: true });

async function seed({ db }: Database, { json }: Options, { environment, isLocal }: Config) {
  const version = createVersions(RELEASES).newest();
  const demo = await prepareDemoOwner(db, { environment, version, name: 'Demo data' });
  if (!demo) throw new UsageError('The database has other users, and gets no demo data.');
  const { tokens } = demo;
  const fresh = isLocal ? undefined : await replaceKnownPasswords(db);
  const users = PERSON_NAMES.map((person) => {
    const { email, password: known } = PEOPLE[person];
    // Undefined for a password set earlier, and for a user without one.
    const password = isLocal ? known : person === 'owner' ? fresh : undefined;
    return [person, { email, password, token: tokens[person] }] as const;
  });
  const ended = { expiredToken: tokens.expired, revokedToken: tokens.revoked };
  if (json)
    return print(JSON.stringify({ environment, users: Object.fromEntries(users), ...ended }));
  print('The demo data is in the database. These new tokens are only shown now:');
  for (const [role, { email, password, token }] of users) {
    print(`  ${role}: ${email}${password ? ` / ${password}` : ''}\n    token ${token}`);
  }
  for (const [kind, token] of Object.entries(ended)) print(`  ${kind}: ${token}`);
}

type Options = ReturnType<typeof parseOptions>;

function parseOptions({ environment }: Config) {
  const { values } = parseCommandLine(USAGE, { json: { type: 'boolean' } });
  if (environment === 'test') return values;
  throw new UsageError('Live rejects demo data, whose passwords are public.');
}
