// A process that is killed while it writes to the embedded database loses nothing that it has answered.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../src/database/open-database.ts';
import { migratedDirectory } from '../../support/data-directory.ts';

const opener = new URL('../../../src/database/open-database.ts', import.meta.url).href;

/** Writes from many sides at once, alone and in transactions, and prints the name of each write that was answered. */
const writer = `
  const { openDatabase } = await import(${JSON.stringify(opener)});
  const { db } = await openDatabase({ databaseUrl: undefined, dataDir: process.argv[1] });
  const round = process.argv[2];
  const data = (name) => ({ data: { name, email: name } });
  await Promise.all(Array.from({ length: 16 }, async (_, side) => {
    for (let count = 0; ; count++) {
      const name = [round, side, count].join('-');
      if (side % 2) await db.user.create(data(name));
      else await db.$transaction(async (tx) => {
        await tx.user.create(data(name + '-first'));
        await tx.user.create(data(name));
      });
      process.stdout.write(name + '\\n');
    }
  }));`;

/** Of each round, before the process is killed. */
const WRITES = 50;

test('every answered write is there after a kill, twice over, and no transaction is there by half', async () => {
  const { path: dataDir, remove } = await migratedDirectory();
  let writing: ChildProcess | undefined;
  onTestFinished(async () => {
    writing?.kill('SIGKILL');
    await remove();
  });
  const answered: string[] = [];
  for (const round of ['a', 'b']) {
    const child = spawn(process.execPath, ['--input-type=module', '--eval', writer, dataDir, round]);
    writing = child;
    createInterface(child.stdout).on('line', (line) => answered.push(line));
    await expect.poll(() => answered.filter((name) => name.startsWith(round)).length).toBeGreaterThan(WRITES);
    child.kill('SIGKILL');
    await once(child, 'close');
  }
  // A process that is killed while it makes the lock file of PostgreSQL leaves an empty one, which keeps no start from opening.
  await writeFile(join(dataDir, 'postgres', 'postmaster.pid'), '');
  const database = await openDatabase({ databaseUrl: undefined, dataDir });
  const stored = new Set((await database.db.user.findMany({ select: { name: true } })).map(({ name }) => name));
  await database.close();
  // The last line may be cut.
  expect(answered.filter((name) => /^[ab]-\d+-\d+$/.test(name) && !stored.has(name))).toEqual([]);
  const halves = [...stored].filter((name) => name.endsWith('-first') && !stored.has(name.replace('-first', '')));
  expect(halves).toEqual([]);
});
