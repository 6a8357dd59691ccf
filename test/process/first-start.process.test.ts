// Any moment of the first start on an embedded database can be its last one: the next start is as the first.
import { expect, test } from 'vitest';
import { cutOff, startWhole } from './first-start.ts';
import { temporaryDirectory } from './service.ts';

const LANES = 2;
const CUTS_PER_LANE = 3;
/** Bounds the test on a machine that is so busy that a start takes longer. */
const LATEST_CUT_MILLISECONDS = 8_000;
/** Milliseconds: before the modules of the process are loaded. */
const EARLY = 60;

test('a first start that is cut off at any moment leaves nothing or everything', async () => {
  const directories = await Promise.all(Array.from({ length: LANES + 1 }, temporaryDirectory));
  const [first, ...lanes] = directories.map(({ path }) => ({ DATA_DIR: path }));
  const { data, milliseconds } = await startWhole(first as { DATA_DIR: string });
  await Promise.all(
    lanes.map(async (variables, lane) => {
      const step = Math.min(milliseconds, LATEST_CUT_MILLISECONDS) / CUTS_PER_LANE;
      const waits = Array.from({ length: CUTS_PER_LANE }, (_, cut) => (cut + 1 - lane / LANES) * step);
      await cutOff(variables, [EARLY, ...waits]);
      expect((await startWhole(variables)).data).toEqual(data);
    }),
  );
  await Promise.all(directories.map(({ remove }) => remove()));
});
