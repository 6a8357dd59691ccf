// The lock of the embedded database allows one process per directory.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { lockDirectory } from '../../../src/database/embedded/data-directory.ts';
import { openDatabase } from '../../../src/database/open-database.ts';
import { type Service, startService } from '../../process/service.ts';
import { callsAt } from '../../support/app.ts';
import { migratedDirectory } from '../../support/data-directory.ts';
import { unprivileged } from '../../support/program.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

let directory: string;
let holder: ChildProcess | undefined;
beforeEach(async () => {
  const { path, remove } = await temporaryDirectory();
  directory = path;
  return async () => {
    holder?.kill('SIGKILL');
    await remove();
  };
});

const lockFile = new URL('../../../src/database/embedded/data-directory.ts', import.meta.url)
  .href;

/** Another process that locks the directory, and its first output. */
async function lockElsewhere(
  afterwards = '',
  [program = process.execPath, ...words]: readonly string[] = [],
  account = process.getuid && { uid: process.getuid(), gid: process.getgid?.() },
) {
  const script = `
    const { lockDirectory } = await import(${JSON.stringify(lockFile)});
    ${account ? `process.setgid(${account.gid}); process.setuid(${account.uid});` : ''}
    await lockDirectory(${JSON.stringify(directory)});
    process.stdout.write('locked');
    ${afterwards}`;
  const node = [
    ...(words.length > 0 ? [...words, process.execPath] : []),
    '--input-type=module',
  ];
  const child = spawn(program, [...node, '--eval', script]);
  holder = child;
  const ended = once(child, 'exit');
  const said = await Promise.race([once(child.stdout, 'data'), once(child.stderr, 'data')]);
  return { child, said: String(said), ended };
}

test('rejects a second process, with the directory and a solution, until the first one is killed', async () => {
  const { child, said, ended } = await lockElsewhere('setInterval(() => {}, 1000);');
  expect(said).toBe('locked');
  const attempt = openDatabase({ databaseUrl: undefined, dataDir: directory });
  await expect(attempt).rejects.toThrow(directory);
  await expect(attempt).rejects.toThrow(/in use by another process.*DATA_DIR/);
  child.kill('SIGKILL');
  await ended;
  await (await lockDirectory(directory)).release();
});

test('the lock survives a rejected process, ends when it is released, and keeps no process alive', async () => {
  const { release } = await lockDirectory(directory);
  expect((await lockElsewhere()).said).toContain('in use by another process');
  await release();
  const { said, ended } = await lockElsewhere();
  expect([said, await ended]).toEqual(['locked', [0, null]]);
});

const CONTAINER = ['unshare', '--net', '--pid', '--fork', '--mount', '--kill-child'];
const canUnshare =
  spawnSync(CONTAINER[0] ?? '', [...CONTAINER.slice(1), 'true']).status === 0;

test.skipIf(!canUnshare)(
  'holds between containers, which share the directory but no network, until the first one is killed',
  async () => {
    const { child, said, ended } = await lockElsewhere(
      'setInterval(() => {}, 1000);',
      CONTAINER,
    );
    expect(said).toBe('locked');
    await expect(lockDirectory(directory)).rejects.toThrow('in use by another process');
    child.kill('SIGKILL');
    await ended;
    await expect.poll(async () => (await lockDirectory(directory)).release()).toBeUndefined();
  },
);

test('a link to the directory counts as the same directory', async () => {
  const link = `${directory}-link`;
  await symlink(directory, link);
  const { release } = await lockDirectory(directory);
  for (const path of [link, `${link}/../${directory.split('/').at(-1)}/`]) {
    await expect(lockDirectory(path)).rejects.toThrow('in use by another process');
  }
  await release();
  await (await lockDirectory(link)).release();
  await rm(link);
});

test("releases the lock if the database can't be opened", async () => {
  await mkdir(join(directory, 'postgres'));
  await writeFile(join(directory, 'postgres/PG_VERSION'), 'none\n');
  for (let attempt = 0; attempt < 2; attempt++) {
    const failure = await openDatabase({ databaseUrl: undefined, dataDir: directory }).catch(
      (error: unknown) => error,
    );
    expect(failure).toMatchObject({
      name: 'DatabaseOpenError',
      message: expect.stringContaining(directory),
    });
  }
});

test.skipIf(process.platform === 'win32').each([
  ['may only be read', () => writeFile(lockPath(), '', { mode: 0o444 })],
  [
    'belongs to another user',
    () => writeFile(lockPath(), '', { mode: 0o400 }).then(() => chmod(lockPath(), 0o000)),
  ],
  ['is a directory', () => mkdir(lockPath())],
  ['has other content', () => writeFile(lockPath(), 'x'.repeat(4096))],
])('a process does not start with a lock that %s, and names the lock', async (_, make) => {
  await make();
  await chmod(directory, 0o777);
  const { said } = await lockElsewhere('', [], unprivileged());
  expect(said).toContain(`The lock of the database, ${lockPath()}, can't be used: `);
});

const lockPath = () => join(directory, 'lock');

test('a service whose lock is deleted does nothing more with the files, which another process may use', async () => {
  const { path, remove } = await migratedDirectory();
  onTestFinished(remove);
  const start = () => startService({ DATA_DIR: path });
  const read = async (service: Service) => (await callsAt(service).readProduct(1)).status;
  const first = await start();
  expect(await read(first)).toBe(200);
  await rm(join(path, 'lock'));
  expect(await read(first)).toBe(503);
  const second = await start();
  expect(await Promise.all([first, second].map(read))).toEqual([503, 200]);
  expect(await first.stop()).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('its directory or its lock was deleted'),
  });
  expect(await read(second)).toBe(200);
  await second.stop();
});
