// Any moment of the first start on an embedded database can be its last one: the next start is as the first.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { migratedDirectory } from '../support/data-directory.ts';
import { after, cutOff, startWhole } from './first-start.ts';
import { temporaryDirectory } from './service.ts';

/** Bounds the test on a machine that is so busy that a start takes longer. */
const LATEST_CUT_MILLISECONDS = 4_000;
/** Milliseconds: before the modules of the process are loaded. */
const EARLY = 60;
/** The files in the order in which a first start makes them; the last one is the whole, migrated database. */
const FILES = ['postgres.new/PG_VERSION', 'postgres'];
/** Parts of a start that finds a database without rows: while it opens it, and while it adds the demo data. */
const PARTS = [0.5, 0.9];

const made = (path: string) => () => expect.poll(() => existsSync(path), { interval: 5 }).toBe(true);

test('a first start that is cut off at any moment leaves nothing or everything', async () => {
  const [whole, cut] = await Promise.all([migratedDirectory(), temporaryDirectory()]);
  const { data, milliseconds } = await startWhole({ DATA_DIR: whole.path });
  const start = Math.min(milliseconds, LATEST_CUT_MILLISECONDS);
  await cutOff({ DATA_DIR: cut.path }, [
    after(EARLY),
    ...FILES.map((file) => made(join(cut.path, file))),
    ...PARTS.map((part) => after(part * start)),
  ]);
  expect((await startWhole({ DATA_DIR: cut.path })).data).toEqual(data);
  expect(existsSync(join(cut.path, 'postgres.new'))).toBe(false);
  await Promise.all([whole.remove(), cut.remove()]);
});
