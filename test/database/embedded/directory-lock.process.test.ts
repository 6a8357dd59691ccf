// The lock of the embedded database: one process per directory.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockDirectory } from '../../../src/database/embedded/data-directory.ts';
import { openDatabase } from '../../../src/database/open-database.ts';

let directory: string;
let holder: ChildProcess | undefined;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'lock-'));
});
afterEach(async () => {
  if (holder && holder.exitCode === null && holder.signalCode === null) {
    holder.kill('SIGKILL');
    await once(holder, 'exit');
  }
  await rm(directory, { recursive: true, force: true });
});

const lockFile = new URL('../../../src/database/embedded/data-directory.ts', import.meta.url).href;

/** Another process that locks the directory: its output and its end. */
async function lockElsewhere(path: string, afterwards: string) {
  const script = `
    const { lockDirectory } = await import(${JSON.stringify(lockFile)});
    await lockDirectory(${JSON.stringify(path)});
    process.stdout.write('locked');
    ${afterwards}`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  holder = child;
  const said = await Promise.race([once(child.stdout, 'data'), once(child.stderr, 'data')]);
  return { child, said: String(said) };
}

const forEver = 'setInterval(() => {}, 1000);';

test('a second process is refused with a line that names the directory and what to do', async () => {
  const { said } = await lockElsewhere(directory, forEver);
  expect(said).toBe('locked');
  const attempt = openDatabase({ databaseUrl: undefined, dataDir: directory });
  await expect(attempt).rejects.toThrow(directory);
  await expect(attempt).rejects.toThrow(/in use by another process.*DATA_DIR/);
});

test('the process that holds the lock is not refused by itself being asked', async () => {
  const unlock = await lockDirectory(directory);
  expect((await lockElsewhere(directory, '')).said).toContain('in use by another process');
  await unlock();
  expect((await lockElsewhere(directory, '')).said).toBe('locked');
});

test('the lock is free as soon as its holder is killed', async () => {
  const { child } = await lockElsewhere(directory, forEver);
  child.kill('SIGKILL');
  await once(child, 'exit');
  await (await lockDirectory(directory))();
});

test('the lock doesn’t keep its holder alive', async () => {
  const { child } = await lockElsewhere(directory, '');
  if (child.exitCode === null) await once(child, 'exit');
  expect(child.exitCode).toBe(0);
});

test('a link to the directory is the same directory', async () => {
  const link = join(directory, '..', `${directory.split('/').at(-1)}-link`);
  await symlink(directory, link);
  try {
    const unlock = await lockDirectory(directory);
    for (const path of [link, `${directory}/../${directory.split('/').at(-1)}/`]) {
      await expect(lockDirectory(path)).rejects.toThrow('in use by another process');
    }
    await unlock();
    await (await lockDirectory(link))();
  } finally {
    await rm(link);
  }
});

test('a database that can’t be opened gives its lock back', async () => {
  await mkdir(join(directory, 'postgres'));
  await writeFile(join(directory, 'postgres/PG_VERSION'), 'none\n');
  for (let attempt = 0; attempt < 2; attempt++) {
    const failure = await openDatabase({ databaseUrl: undefined, dataDir: directory }).catch((error: unknown) => error);
    expect(failure).toMatchObject({ name: 'DatabaseOpenError', message: expect.stringContaining(directory) });
  }
});
