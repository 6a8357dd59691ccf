// Any moment of the first start on an embedded database can be its last one: the next start is as the first.
import { expect, test } from 'vitest';
import { cutOff, startWhole } from './first-start.ts';
import { temporaryDirectory } from './service.ts';

const CUTS = 4;
/** Bounds the test on a machine that is so busy that a start takes longer. */
const LATEST_CUT_MILLISECONDS = 8_000;
/** Milliseconds: before the modules of the process are loaded. */
const EARLY = 60;

test('a first start that is cut off at any moment leaves nothing or everything', async () => {
  const [whole, cut] = await Promise.all([temporaryDirectory(), temporaryDirectory()]);
  const { data, milliseconds } = await startWhole({ DATA_DIR: whole.path });
  const step = Math.min(milliseconds, LATEST_CUT_MILLISECONDS) / CUTS;
  await cutOff({ DATA_DIR: cut.path }, [EARLY, ...Array.from({ length: CUTS }, (_, turn) => (turn + 1) * step)]);
  expect((await startWhole({ DATA_DIR: cut.path })).data).toEqual(data);
  await Promise.all([whole.remove(), cut.remove()]);
});
