// `npm run import` as operators use it: from one kind of database to the other.
import { expect, onTestFinished, test } from 'vitest';
import { seedEmptyDatabase } from '../../src/demo/seed-demo-data.ts';
import { copyData } from '../../src/transfer/copy-data.ts';
import { runInTurn } from '../support/commands-in-turn.ts';
import { type FreshPostgres, freshPostgres } from '../support/database.ts';
import { openPostgres } from '../support/open-postgres.ts';
import { rowsAt } from '../support/pg-client.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const run = (command: string, args: readonly string[], variables: Record<string, string>) =>
  runInTurn(`src/commands/${command}.ts`, args, variables);

test('moves data from a server to an embedded database and back; errors are one line', async () => {
  const [source, server] = [await freshPostgres(), await freshPostgres('nothing')];
  const { path, remove } = await temporaryDirectory();
  onTestFinished(async () => {
    for (const { drop } of [source, server]) await drop();
    await remove();
  });
  const { db, close } = await openPostgres(source.directUrl);
  await seedEmptyDatabase(db, new Date());
  await close();
  const DATA_DIR = `${path}/data`;
  const imported = {
    code: 0,
    stdout: expect.stringMatching(/^Imported from the .*, test:\n {2}users +4\n/),
  };
  const withoutPassword = new URL(source.directUrl);
  withoutPassword.password = '';
  expect(await run('import', [withoutPassword.href], { DATA_DIR })).toMatchObject(imported);
  expect(await run('import', [DATA_DIR], { DATABASE_URL: server.directUrl })).toMatchObject(
    imported,
  );
  expect(await run('import', [DATA_DIR], { DATABASE_URL: server.directUrl })).toEqual({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^.*\nThe database is not empty\..*\n$/),
  });
  expect(await run('import', ['none'], { DATABASE_URL: server.directUrl })).toEqual({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining('There is no database in none.'),
  });
  const live = { DATABASE_URL: 'postgres://localhost:1/none', SERVICE_ENVIRONMENT: 'live' };
  expect((await run('import', [DATA_DIR], live)).stderr).toContain("can't be opened");
  expect((await run('import', ['postgres://u:hunter2@h/d'], { DATA_DIR })).stderr).not.toContain(
    'hunter2',
  );
});

/** The session of a new database that ends statements and idle transactions early and gets no settings. */
async function limitedSession({ directUrl, drop }: FreshPostgres) {
  const name = new URL(directUrl).pathname.slice(1);
  for (const limit of ['statement_timeout', 'idle_in_transaction_session_timeout'])
    await rowsAt(directUrl, `ALTER DATABASE ${name} SET ${limit} = '500ms'`);
  const url = `${directUrl}?pgbouncer=true`;
  const { openSession, close } = await openPostgres(url);
  const session = await openSession();
  onTestFinished(async () => {
    await session.close();
    await close();
    await drop();
  });
  return session;
}

test("behind a pooler, a copy isn't bound by the database's time limits for requests", async () => {
  const [from, to] = [await freshPostgres(), await freshPostgres()];
  const user = `INSERT INTO users (name, email) VALUES ('Ada', 'ada@example.com')`;
  await rowsAt(from.directUrl, user);
  const slow = 'ALTER TABLE users ADD CHECK (pg_sleep(0.8) IS NOT NULL)';
  await rowsAt(to.directUrl, slow);
  const copied = await copyData(await limitedSession(from), await limitedSession(to));
  expect(copied.get('users')).toBe(1);
});
