// `npm run export` and `npm run import` as operators use them: from one kind of database to the other, and while a
// node serves.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../src/database/open-database.ts';
import { exportedLines } from '../../src/transfer/export-data.ts';
import { runScript, TARGET, TARGET_ALONE } from '../process/service.ts';
import { runInTurn } from '../support/commands-in-turn.ts';
import { freshDatabase, freshPostgres } from '../support/database.ts';
import { contentOf, temporaryFiles } from './moved.ts';

let files: Awaited<ReturnType<typeof temporaryFiles>>;
let source: Awaited<ReturnType<typeof freshPostgres>>;
const cleanUp: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  files = await temporaryFiles();
  source = await freshPostgres();
  await run('seed', [], { DATABASE_URL: source.url });
});
afterEach(async () => {
  for (const remove of cleanUp.splice(0)) await remove();
});
afterAll(async () => {
  await source.drop();
  await files.remove();
});

const targetAlone = expect.stringMatching(TARGET_ALONE);

const run = (
  command: string,
  args: readonly string[],
  variables: Readonly<Record<string, string>>,
) => runInTurn(`src/commands/${command}.ts`, args, variables);

test('moves data from a server to an embedded database, and back to a server', async () => {
  const [original, ...copies] = ['0.gz', '1.gz', '2.gz'].map(files.at);
  if (!original) throw new Error('no file');
  const server = await freshPostgres('nothing');
  cleanUp.push(server.drop);
  const places = [{ DATA_DIR: files.at('data') }, { DATABASE_URL: server.url }];
  const exported = await run('export', [original], { DATABASE_URL: source.url });
  expect(exported).toMatchObject({ code: 0, stderr: targetAlone });
  expect(exported.stdout).toMatch(/^Exported to \S+0\.gz:\n {2}users +\d+\n/);
  let last = original;
  for (const [index, place] of places.entries()) {
    const imported = await run('import', [last], place);
    const notes = new RegExp(
      `^${TARGET}(?:(?:Creating the database in|Applying the migration) \\S+ …\\n)+$`,
    );
    expect(imported).toMatchObject({ code: 0, stderr: expect.stringMatching(notes) });
    expect(imported.stdout).toMatch(/^Imported from \S+gz:\n {2}users +\d+\n/);
    last = copies[index] ?? '';
    expect(await run('export', [last], place)).toMatchObject({ code: 0, stderr: targetAlone });
  }
  for (const copy of copies) expect(await contentOf(copy)).toEqual(await contentOf(original));
});

test('each error is one line: an existing file, a database with rows, the other environment (D1), a truncated file', async () => {
  const file = files.at('refused.gz');
  const variables = { DATABASE_URL: source.url };
  const refused = (line: string) => ({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(new RegExp(`^(?:${TARGET})?.*${line}.*\\n$`)),
  });
  expect(await run('export', [file], variables)).toMatchObject({ code: 0 });
  expect(await run('export', [file], variables)).toEqual(refused('refused.gz exists'));
  expect(await run('export', [file, '--force'], variables)).toMatchObject({ code: 0 });
  expect(await run('export', [files.at('no/file.gz')], variables)).toEqual(
    refused("no/file.gz can't be used: no such file or directory"),
  );
  expect(await run('import', [file], variables)).toEqual(
    refused('The database is not empty: the table users has rows'),
  );
  const live = { DATABASE_URL: 'postgres://localhost:1/none', SERVICE_ENVIRONMENT: 'live' };
  expect(await run('import', [file], live)).toEqual(
    refused('from the test environment, but SERVICE_ENVIRONMENT is live'),
  );
  await writeFile(file, (await readFile(file)).subarray(0, -10));
  expect(await run('import', [file], variables)).toEqual(refused('is truncated or was changed'));
  expect(await run('import', [files.at('none.gz')], variables)).toEqual(
    refused('no such file or directory'),
  );
  await mkdir(files.at('directory'));
  expect(await run('import', [files.at('directory')], variables)).toEqual(
    refused('on a directory'),
  );
  expect(await run('export', [files.at('directory'), '--force'], variables)).toEqual(
    refused('on a directory'),
  );
});

test('exports the rows of one moment, even if a node writes meanwhile', async () => {
  const database = await freshDatabase();
  cleanUp.push(database.close);
  const write = (email: string) =>
    database.db.user.create({ data: { name: 'N', email, permissions: [] } });
  await write('before@example.com');
  const session = await database.openSession();
  const lines = exportedLines(session, 'test', () => {});
  await lines.next();
  await write('after@example.com');
  const moved = await text(lines);
  await session.close();
  expect(moved).toContain('before@example.com');
  expect(moved).not.toContain('after@example.com');
  expect(moved).toContain('"users.id":"3"');
});

test('an export leaves no file if a signal stops it or the database is away', async () => {
  const locked = await openDatabase({ databaseUrl: source.url, dataDir: '' });
  cleanUp.push(locked.close);
  const session = await locked.openSession();
  // The export waits for the lock, so that the signal arrives in the middle of it.
  await session.run('BEGIN; LOCK TABLE products');
  const child = runScript('src/commands/export.ts', [files.at('stopped.gz')], {
    DATABASE_URL: source.url,
  });
  await expect
    .poll(async () => (await readdir(files.at('.'))).filter((name) => name.endsWith('.part')))
    .toHaveLength(1);
  child.process.kill('SIGTERM');
  await session.run('ROLLBACK').finally(session.close);
  expect(await child.ended()).toEqual({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(`^${TARGET}Stopped by SIGTERM\\.\n$`),
  });
  const away = await run('export', [files.at('away.gz')], {
    DATABASE_URL: 'postgres://u:hunter2@127.0.0.1:1/none',
  });
  expect(away).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("at 127.0.0.1:1 can't be opened: no server"),
  });
  expect(away.stderr).not.toContain('hunter2');
  expect((await readdir(files.at('.'))).filter((name) => /stopped|away|part/.test(name))).toEqual(
    [],
  );
});
