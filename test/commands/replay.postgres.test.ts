// After a restore to an earlier point, `npm run replay` repeats what the log says was revoked or erased since then.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { issueToken, revokeToken, rollToken } from '../../src/accounts/tokens.ts';
import * as users from '../../src/accounts/users.ts';
import { runInTurn } from '../support/commands-in-turn.ts';
import { freshPostgres } from '../support/database.ts';
import { recordedLog } from '../support/log.ts';
import { NEWEST_VERSION } from '../support/newest-version.ts';
import { openPostgres } from '../support/open-postgres.ts';
import { newSession, operator } from '../support/operator.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const VERSION = { environment: 'test', version: NEWEST_VERSION } as const;

/** A database with six users and a token for each, always with the same IDs. */
async function peopled() {
  const postgres = await freshPostgres();
  const { db, close } = await openPostgres(postgres.url);
  onTestFinished(async () => {
    await close();
    await postgres.drop();
  });
  const recorded = recordedLog('notice');
  const actor = { ...operator(db), log: recorded.logger };
  for (const name of ['one', 'two', 'three', 'four', 'five', 'six']) {
    const permissions = ['READ', 'WRITE'] as const;
    const email = `${name}@example.com`;
    const userId = await users.createUser(actor, {
      email,
      name,
      permissions,
    });
    await issueToken(actor, { userId, name: 'Till', ...VERSION });
  }
  return { db, url: postgres.url, actor, lines: recorded.lines };
}

type Peopled = Awaited<ReturnType<typeof peopled>>;

/** Tokens that end; users who are disabled, enabled, erased or created; permissions that change. */
async function live({ actor }: Peopled) {
  await revokeToken(actor, 1, 1);
  await rollToken(actor, { userId: 2, tokenId: 2, ...VERSION, overlaps: true, lastDay: '' });
  await users.disableUser(actor, 3);
  await users.disableUser(actor, 4);
  await users.enableUser(actor, 4);
  await users.setPermissions(actor, 4, ['READ']);
  await users.eraseUser(actor, 6);
  const userId = await users.createUser(actor, {
    email: 'new@example.com',
    name: 'New',
    permissions: [],
  });
  const { id } = await issueToken(actor, { userId, name: 'Lost', ...VERSION });
  await revokeToken(actor, userId, id);
}

const stateOf = async ({ db }: Peopled) => ({
  users: await db.user.findMany({
    where: { id: { lte: 6 } },
    select: { id: true, name: true, disabledAt: true, permissions: true },
    orderBy: { id: 'asc' },
  }),
  tokens: await db.apiToken.findMany({
    where: { id: { lte: 6 } },
    select: { id: true, revokedAt: true, expiresAt: true },
    orderBy: { id: 'asc' },
  }),
});

/** Reduces times to whether they are set. */
const shape = (value: unknown) =>
  JSON.parse(JSON.stringify(value, (_, one) => (/^\d{4}-.*Z$/.test(one) ? 'then' : one)));

/** Replays a log on a database; returns what the command prints. */
async function replay({ url }: Peopled, lines: readonly string[], ...args: string[]) {
  await using directory = await temporaryDirectory();
  const file = join(directory.path, 'log');
  await writeFile(file, lines.join('\n'));
  const variables = { DATABASE_URL: url, LOG_LEVEL: 'warn' };
  const command = runInTurn('src/commands/replay.ts', [file, ...args], variables);
  const { code, stdout, stderr } = await command;
  expect({ code, stderr }).toMatchObject({ code: 0 });
  return stdout;
}

const event = (action: string, time: string, more: object = {}) =>
  JSON.stringify({ time, 'event.name': 'owner_api.security', 'event.action': action, ...more });

test('repeats what had ended, once and whatever the order of the lines, and names what is lost', async () => {
  const [running, restored] = [await peopled(), await peopled()];
  await newSession(restored.actor, 1);
  await live(running);
  const lines = [
    ...running.lines.toReversed(),
    'not a line of the service',
    '{"level":"info","msg":"request"}',
    'node-2 | {"event.name":"owner_api.security"',
  ];
  const before = await stateOf(restored);
  const planned = await replay(restored, lines, '--dry-run');
  expect(planned).toContain('Nothing was changed. Events: done 7, ');
  expect(await stateOf(restored)).toEqual(before);

  const done = await replay(restored, lines, '--as', 'Olivia', '--reason', 'ticket 7');
  expect(done).toMatch(/^done {8}\S+ {2}token-revoked {2}user 1 {2}token 1$/m);
  expect(done).toMatch(/^lost .* user-created {2}user 7 /m);
  expect(done).toMatch(/Sessions ended: 1\.\n$/);
  const now = await stateOf(restored);
  expect(shape(now)).toEqual(shape(await stateOf(running)));
  const rolled = await running.db.apiToken.findUniqueOrThrow({ where: { id: 2 } });
  expect(now.tokens.find(({ id }) => id === 2)?.expiresAt).toEqual(rolled.expiresAt);
  const row = await restored.db.activity.findFirst({ where: { action: 'token-revoked' } });
  expect(row).toMatchObject({
    processOwner: expect.stringMatching(/^Olivia \(.*@.*\)$/),
    reason: 'ticket 7',
  });

  const again = await replay(restored, lines);
  expect(again).toContain('Events: done 0, ');
  expect(await stateOf(restored)).toEqual(now);
});

test('ends sessions up to the last event, even if that is a refused sign-in, which nothing else needs', async () => {
  const restored = await peopled();
  await newSession(restored.actor, 1);
  const lines = [event('sign-in-refused', '2999-01-01'), event('signed-in', '2000-01-01')];
  expect(await replay(restored, lines)).toBe(
    'Events: done 0, as before 0, lost 0. Sessions ended: 1.\n',
  );
});

test('leaves users and tokens alone that reused a lost ID', async () => {
  const [running, restored] = [await peopled(), await peopled()];
  const time = new Date(Date.now() - 60_000).toISOString();
  const ids = { 'owner_api.user_id': 1, 'owner_api.token_id': 1 };
  const actions = ['token-revoked', 'user-disabled', 'user-erased'];
  const lines = actions.map((action) => event(action, time, ids));
  const before = await stateOf(restored);
  expect((await replay(restored, lines)).match(/^lost /gm)).toHaveLength(3);
  expect(await stateOf(restored)).toEqual(before);
  expect(running.lines.join('\n')).not.toContain('@example.com');
});
