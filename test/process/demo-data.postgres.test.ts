// The demo data of a start: known passwords only on the developer's machine, and none of it with DEMO_DATA=off.
import { expect, onTestFinished, test } from 'vitest';
import { verifyPassword } from '../../src/accounts/passwords.ts';
import { parseConfig } from '../../src/config.ts';
import { openDatabase } from '../../src/database/open-database.ts';
import { PEOPLE } from '../../src/demo/demo-data.ts';
import { prepareDatabase } from '../../src/process/prepare-database.ts';
import { welcomeText } from '../../src/process/start-texts.ts';
import { freshPostgres } from '../support/database.ts';
import { recordedLog } from '../support/log.ts';

/** What a start on the database prints. */
async function welcomeOf(variables: Record<string, string>): Promise<string> {
  const config = parseConfig(variables);
  const { logger, lines } = recordedLog('warn');
  const { database, demoOwner } = await prepareDatabase(config, logger);
  await database.close();
  expect(lines).toEqual([]);
  return welcomeText(config, { port: 4000, metricsPort: undefined, demoOwner });
}

async function fresh(): Promise<{ DATABASE_URL: string }> {
  const { url, drop } = await freshPostgres();
  onTestFinished(drop);
  return { DATABASE_URL: url };
}

async function usersOf(variables: { DATABASE_URL: string }) {
  const { db, close } = await openDatabase(parseConfig(variables));
  const users = await db.user.findMany({ select: { email: true, passwordHash: true } });
  await close();
  return users;
}

const PRINTED = /Demo owner owner@example\.com \/ (\S+)\n/;
const OTHERS_REACH_IT = { PUBLIC_ORIGIN: 'https://test.example.com' };

test.each([
  ['others can reach it', OTHERS_REACH_IT],
  ['a proxy is in front, even on the same host', { TRUSTED_PROXY_HOPS: '1' }],
])(
  "if %s, the first start prints a random password for the demo owner, and later ones don't",
  async (_, reach) => {
    const variables = await fresh();
    const first = await welcomeOf({ ...variables, ...reach });
    const [, printed = ''] = PRINTED.exec(first) ?? [];
    expect(printed).toMatch(/^[\w-]{24}$/);
    const users = await usersOf(variables);
    const owner = users.find(({ email }) => email === PEOPLE.owner.email);
    expect(await verifyPassword(printed, owner?.passwordHash ?? '')).toBe(true);
    expect(users.filter(({ passwordHash }) => passwordHash !== null)).toHaveLength(1);
    const second = await welcomeOf({ ...variables, ...reach });
    expect(second).toContain(
      'Demo owner owner@example.com (its password was printed at the first start',
    );
    expect(second).not.toContain(printed);
  },
);

test('DEMO_DATA=off skips all of it, and the start explains how to create a user', async () => {
  const variables = await fresh();
  const welcome = await welcomeOf({ ...variables, DEMO_DATA: 'off' });
  expect(welcome).toContain('npm run user -- create');
  expect(welcome).not.toMatch(/svc_|owner@example\.com/);
  expect(await usersOf(variables)).toEqual([]);
});

test('DEMO_DATA=off where others can reach it leaves earlier demo data without a working password', async () => {
  const variables = await fresh();
  await welcomeOf(variables);
  await welcomeOf({ ...variables, ...OTHERS_REACH_IT, DEMO_DATA: 'off' });
  for (const { email, passwordHash } of await usersOf(variables)) {
    const { password } = Object.values(PEOPLE).find((one) => one.email === email) ?? PEOPLE.owner;
    expect(passwordHash !== null && (await verifyPassword(password, passwordHash))).toBe(false);
  }
});
