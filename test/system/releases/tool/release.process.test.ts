// `npm run release`: days that can't be those of a release are refused with what to do, and nothing is written.
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { RELEASES } from '../../../../src/rest/releases.ts';
import { runCommand } from '../../../process/service.ts';

const FILE = new URL('../../../../src/rest/releases.ts', import.meta.url);
const first = RELEASES[0]?.date ?? '';
const run = (...words: string[]) => runCommand('test/system/releases/tool/release.ts', words, {});

test.each([
  [['new', '2027-02-30'], 'Give a day as YYYY-MM-DD.'],
  [['new', '2020-01-01'], '2020-01-01 has begun. Give a day after the end of the deployment'],
  [['close', '2020-01-01'], `There is no version 2020-01-01. There are ${first}`],
  [['close', RELEASES.at(-1)?.date ?? ''], 'has no successor: nothing of it may be deleted before its end.'],
  [['close'], 'There is no version'],
  [['begin'], 'There is no command begin.'],
])('%j is refused with what to do', async (words, text) => {
  const before = await readFile(FILE, 'utf8');
  const { code, stderr } = await run(...words);
  expect([code, stderr]).toEqual([1, expect.stringContaining(text)]);
  expect(await readFile(FILE, 'utf8')).toBe(before);
});

test('without words it tells the steps of the newest release, or how to begin one', async () => {
  const { code, stdout } = await run();
  expect(code).toBe(0);
  expect(stdout).toMatch(
    RELEASES.length === 1 ? /No release has been made/ : / {2}(done|missing) +5\. recorded contract/,
  );
});
