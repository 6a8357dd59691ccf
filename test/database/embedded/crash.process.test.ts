// A process that is killed while it writes to the embedded database loses nothing that it has answered.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, expect, test } from 'vitest';
import { openDatabase } from '../../../src/database/open-database.ts';
import { migratedDirectory } from '../../support/data-directory.ts';

let dataDir: string;
let child: ChildProcess | undefined;
afterEach(async () => {
  child?.kill('SIGKILL');
  await rm(dataDir, { recursive: true, force: true });
});

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

function start(round: string) {
  const started = spawn(process.execPath, ['--input-type=module', '--eval', writer, dataDir, round], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  child = started;
  return started;
}

test('every answered write is there after a kill, twice over, and no transaction is there by half', async () => {
  dataDir = (await migratedDirectory()).path;
  const answered: string[] = [];
  for (const round of ['a', 'b']) {
    const writing = start(round);
    createInterface(writing.stdout).on('line', (line) => answered.push(line));
    await expect.poll(() => answered.filter((name) => name.startsWith(round)).length).toBeGreaterThan(WRITES);
    writing.kill('SIGKILL');
    await once(writing, 'close');
  }
  // The last line may be cut.
  const database = await openDatabase({ databaseUrl: undefined, dataDir });
  const stored = new Set((await database.db.user.findMany({ select: { name: true } })).map(({ name }) => name));
  await database.close();
  expect(answered.filter((name) => /^[ab]-\d+-\d+$/.test(name) && !stored.has(name))).toEqual([]);
  const halves = [...stored].filter((name) => name.endsWith('-first') && !stored.has(name.replace('-first', '')));
  expect(halves).toEqual([]);
});

test('the empty lock file of PostgreSQL, left by a process that was killed while it made it, keeps no start from opening', async () => {
  ({ path: dataDir } = await migratedDirectory());
  await writeFile(join(dataDir, 'postgres', 'postmaster.pid'), '');
  const { db, close } = await openDatabase({ databaseUrl: undefined, dataDir });
  expect(await db.user.count()).toBe(0);
  await close();
});
