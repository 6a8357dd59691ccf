// The embedded database on a full disk and without its directory; the tests set the free space.
import { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { isUnavailable } from '../../../src/database/database-errors.ts';
import type { Database } from '../../../src/database/db.ts';
import { diskCheck, RESERVE_BYTES } from '../../../src/database/embedded/disk-check.ts';
import { embeddedDatabase } from '../../../src/database/embedded/embedded.ts';
import { embeddedPool } from '../../../src/database/embedded/embedded-pool.ts';
import { outageMessage } from '../../../src/database/opening-outage.ts';
import { failureOf } from '../../support/troubled-database.ts';

const reserve = RESERVE_BYTES;
let free: number | undefined;
let database: Database;
const warn = vi.fn();
beforeAll(async () => {
  const client = await PGlite.create();
  await client.exec('CREATE TABLE notes (id int)');
  const logger = { info: vi.fn(), warn };
  const check = diskCheck(client, { directory: 'data', logger, freeBytes: () => free });
  database = embeddedDatabase(embeddedPool(client, check), () => client.close());
});
afterAll(() => database.close());
beforeEach(async () => {
  free = 10 * reserve;
  await count();
  warn.mockClear();
});

const count = async () =>
  (await database.db.$queryRaw<unknown[]>`SELECT id FROM notes`).length;
const write = () => database.db.$executeRaw`INSERT INTO notes VALUES (1)`;
const writeTwice = () =>
  database.db.$transaction(async (tx) => {
    await tx.$executeRaw`INSERT INTO notes VALUES (1)`;
    await tx.$executeRaw`INSERT INTO notes VALUES (2)`;
  });

describe('with less disk space than the reserve', () => {
  test('reads work, and writes are unavailable, alone and in a transaction', async () => {
    const before = await count();
    free = reserve - 1;
    for (const call of [write(), writeTwice(), write()])
      expect(isUnavailable(await failureOf(call))).toBe(true);
    expect(await count()).toBe(before);
    await database.db.$queryRaw`SELECT 1 AS one`;
  });

  test('writes work again once there is space, and each change logs one line', async () => {
    const before = await count();
    free = 0;
    for (let times = 0; times < 3; times++) expect(await failureOf(write())).toBeDefined();
    free = reserve + 1;
    expect(await failureOf(write())).toBeDefined();
    free = 2 * reserve;
    await write();
    await writeTwice();
    expect(await count()).toBe(before + 3);
    expect(warn.mock.calls.map(([, message]) => message)).toEqual([
      'disk almost full, writes are rejected',
      'enough disk space again, writes are accepted',
    ]);
  });
});

test('a disk that becomes full during a transaction rejects the writes after it', async () => {
  const transaction = database.db.$transaction(async (tx) => {
    await tx.$executeRaw`INSERT INTO notes VALUES (1)`;
    free = 0;
    await tx.$executeRaw`INSERT INTO notes VALUES (2)`;
    throw new Error('undone');
  });
  expect(await failureOf(transaction)).toMatchObject({ message: 'undone' });
  expect(isUnavailable(await failureOf(write()))).toBe(true);
});

test('without its directory, every call is unavailable, including the ping, and says why', async () => {
  free = undefined;
  for (const call of [
    count(),
    write(),
    writeTwice(),
    database.db.$queryRaw`SELECT 1 AS one`,
  ]) {
    const failed = await failureOf(call);
    expect(isUnavailable(failed)).toBe(true);
    expect(outageMessage(failed)).toBe(
      'its directory or its lock was deleted or unmounted. Stop the service, restore DATA_DIR if it is missing, then start again.',
    );
  }
});
