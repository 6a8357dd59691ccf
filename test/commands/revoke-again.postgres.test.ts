// After a restore to an earlier point, the pipeline of .deploy/backup.md revokes again what was revoked since then, from
// the log.
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { issueToken, revokeToken, rollToken } from '../../src/accounts/tokens.ts';
import { createUser } from '../../src/accounts/users.ts';
import { postgresUrl } from '../support/database.ts';
import { recordedLog } from '../support/log.ts';
import { NEWEST_VERSION } from '../support/newest-version.ts';
import { openPostgres } from '../support/open-postgres.ts';
import { operator } from '../support/operator.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { readText } from '../system/deploy/deploy-files.ts';

const ROOT = join(import.meta.dirname, '../..');
const VERSION = { environment: 'test', version: NEWEST_VERSION } as const;

/** A database at the restored point: a user with four tokens, always with the same IDs. */
async function atPoint() {
  const url = await postgresUrl();
  const { db, close } = await openPostgres(url);
  onTestFinished(close);
  const log = recordedLog('notice');
  const actor = { ...operator(db), log: log.logger };
  const user = {
    email: 'olivia@example.com',
    name: 'Olivia',
    permissions: [],
    password: undefined,
  };
  const userId = await createUser(actor, user);
  const issue = async () =>
    (await issueToken(actor, { userId, name: 'Till', ...VERSION })).id;
  for (let n = 0; n < 4; n++) await issue();
  const ended = () => db.apiToken.findMany({ where: { revokedAt: { not: null } } });
  return { db, url, log, actor, userId, issue, ended };
}

/** The page's commands with this text, which run in a checkout with the test's database. */
function commandsOf(text: string): string {
  const blocks = readText('.deploy/backup.md').matchAll(/^ *```sh\n(.*?)^ *```/gms);
  const block = [...blocks]
    .map(([, commands = '']) => commands)
    .find((one) => one.includes(text));
  return (block ?? '').replace(
    'sudo -u owner-api node --env-file=/etc/owner-api.env',
    'node',
  );
}

const run = async (commands: string, cwd: string, DATABASE_URL: string) =>
  promisify(execFile)(
    'bash',
    ['-c', commands.replaceAll('src/command.js', `${ROOT}/src/command.js`)],
    {
      cwd,
      env: { PATH: `${dirname(process.execPath)}:${process.env.PATH}`, DATABASE_URL },
    },
  );

test('revokes tokens that were revoked or rolled since then, and no other', async () => {
  const [running, restored] = [await atPoint(), await atPoint()];
  const { actor, userId } = running;
  await revokeToken(actor, userId, 1);
  await rollToken(actor, { userId, tokenId: 2, ...VERSION, overlaps: true, lastDay: '' });
  await revokeToken(actor, userId, await running.issue());
  const request = {
    'user_agent.original': '"event.action":"token-revoked","owner_api.token_id":4',
  };
  const lines = running.log.lines.map((line, n) => (n % 2 ? `node-2 | ${line}` : line));
  await using directory = await temporaryDirectory();
  const log = `${lines.join('')}not a line of the service\n${JSON.stringify(request)}\n`;
  await writeFile(join(directory.path, 'security.log'), log);
  const again = commandsOf('--ids-stdin');
  const { stdout } = await run(again, directory.path, restored.url);
  expect(stdout).toBe(
    'Revoked token 1 of olivia@example.com.\nRevoked token 2 of olivia@example.com.\n',
  );
  expect((await restored.ended()).map(({ id }) => id).toSorted()).toEqual([1, 2]);
  await expect(run(again, directory.path, restored.url)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Token not found, or already revoked.'),
  });
  const others = await run(commandsOf('grep -E'), directory.path, restored.url);
  expect(others.stdout).toContain('"event.action":"user-created"');
});
