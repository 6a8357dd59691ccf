// The demo data of a start: a sign-in link where others can reach it, and none of it with DEMO_DATA=off.
import { expect, test } from 'vitest';
import { findLinkUser } from '../../src/accounts/sign-in-links.ts';
import { parseConfig } from '../../src/config.ts';
import { openDatabase } from '../../src/database/open-database.ts';
import { prepareDatabase } from '../../src/process/prepare-database.ts';
import { welcomeText } from '../../src/process/start-texts.ts';
import { postgresUrl } from '../support/database.ts';
import { recordedLog } from '../support/log.ts';

/** What a start on the database prints. */
async function welcomeOf(
  variables: Record<string, string>,
  metricsPort?: number,
): Promise<string> {
  const config = parseConfig(variables);
  const { logger, lines } = recordedLog('warn');
  const { database, demoOwner } = await prepareDatabase(config, logger);
  await database.close();
  expect(lines).toEqual([]);
  return welcomeText(config, { port: 4000, metricsPort, demoOwner });
}

const fresh = async () => ({ DATABASE_URL: await postgresUrl() });

const LINK =
  /Sign in {4}(\S+)\/dashboard\/sign-in\/link\?key=(\S+) \(once, within 10 minutes\)\n/;

test.each([
  ['others can reach it', { PUBLIC_ORIGIN: 'https://test.example.com' }],
  ['a proxy is in front, even on the same host', { TRUSTED_PROXY_HOPS: '1' }],
])('if %s, each start prints a link that signs in the demo owner', async (_, reach) => {
  const variables = await fresh();
  const { publicOrigin } = parseConfig(reach);
  const links: string[] = [];
  for (let starts = 0; starts < 2; starts++) {
    const [, origin, link = ''] =
      LINK.exec(await welcomeOf({ ...variables, ...reach })) ?? [];
    expect(origin).toBe(publicOrigin);
    links.push(link);
  }
  const { db, close } = await openDatabase(parseConfig(variables));
  for (const link of links)
    expect(await findLinkUser(db, link)).toMatchObject({ email: 'owner@example.com' });
  await close();
});

test('on this machine, a start points to the button of the sign-in page, and makes no link', async () => {
  const variables = await fresh();
  const welcome = await welcomeOf(variables);
  expect(welcome).toContain(
    'Sign in    http://127.0.0.1:4000/dashboard/sign-in (one click)\n',
  );
  const { db, close } = await openDatabase(parseConfig(variables));
  expect(await db.signInLink.count()).toBe(0);
  await close();
});

test('with a PUBLIC_ORIGIN, every address of a start begins with it', async () => {
  const variables = { ...(await fresh()), PUBLIC_ORIGIN: 'https://test.example.com' };
  const behindProxy = { HOST: '0.0.0.0', METRICS_PORT: '9464', METRICS_HOST: '0.0.0.0' };
  const welcome = await welcomeOf({ ...variables, ...behindProxy }, 9464);
  const origins = welcome.match(/\bhttps?:\/\/[^/\s]+/g) ?? [];
  expect(origins.length).toBeGreaterThan(6);
  expect(new Set(origins)).toEqual(new Set(['https://test.example.com']));
});

test('DEMO_DATA=off skips all of it, and the start explains how to create a user', async () => {
  const variables = await fresh();
  const welcome = await welcomeOf({ ...variables, DEMO_DATA: 'off' });
  expect(welcome).toContain('node src/command.js user create');
  expect(welcome).not.toMatch(/svc_|owner@example\.com/);
  const { db, close } = await openDatabase(parseConfig(variables));
  expect(await db.user.count()).toBe(0);
  await close();
});
