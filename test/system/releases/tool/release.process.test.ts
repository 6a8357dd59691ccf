// `npm run release` rejects impossible release days with a solution and without writing; for an ended version it says
// what may be deleted of every change in the next release.
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import type { Change } from '../../../../src/operation/change-kinds.ts';
import { RELEASES } from '../../../../src/rest/releases.ts';
import { runCommand } from '../../../process/service.ts';
import { FIRST_RELEASE } from '../../../support/first-release.ts';
import { rehearsal, V1 } from '../rehearsal.ts';
import { closingOf } from './closing.ts';
import { entryMissing } from './steps.ts';

const FILE = new URL('../../../../src/rest/releases.ts', import.meta.url);
const first = RELEASES[0]?.date ?? '';
const run = (...words: string[]) => runCommand('test/system/releases/tool/release.ts', words, {});

test.each([
  [['new', '2027-02-30'], 'Give a day as YYYY-MM-DD.'],
  [['new', '2020-01-01'], '2020-01-01 has begun. Give a day after the end of the deployment'],
  [['close', '2020-01-01'], `There is no version 2020-01-01. There are ${first}`],
  [
    ['close', RELEASES.at(-1)?.date ?? ''],
    'has no successor: nothing of it may be deleted before its end.',
  ],
  [['close'], 'There is no version'],
  [['begin'], 'There is no command begin.'],
])('rejects %j and says what to do', async (words, text) => {
  const before = await readFile(FILE, 'utf8');
  const { code, stderr } = await run(...words);
  expect([code, stderr]).toEqual([1, expect.stringContaining(text)]);
  expect(await readFile(FILE, 'utf8')).toBe(before);
});

test('without arguments prints the steps of the latest release, or how to begin one', async () => {
  const { code, stdout } = await run();
  expect(code).toBe(0);
  expect(stdout).toMatch(
    RELEASES.length === 1
      ? /No release has been made/
      : / {2}(done|missing) +5\. recorded contract/,
  );
});

test('shows every error of every entry, with its entry', () => {
  const entry = (date: string, ...changes: Change[]) => ({
    date,
    label: '',
    summary: 'x',
    changes,
  });
  const newer = entry(
    '2032-03-01',
    { withdrawn: 'Product.nothing' },
    { renamed: 'Product.rent', was: 'a', is: 'a' },
  );
  const older = entry('2031-03-01', { limit: 'Product.online', was: { max: 1 }, is: { max: 2 } });
  expect(entryMissing(newer, [...FIRST_RELEASE, older, newer])).toEqual([
    expect.stringMatching(/^2031-03-01: Product.online has no limits/),
    expect.stringMatching(/^Product.nothing is no field/),
    expect.stringMatching(/^Product.rent has the same name/),
    expect.stringMatching(/^Product.rent, name is "rent" in the code/),
  ]);
});

const told = (text: string) => text.split('\n').filter((line) => /^ {2}(delete|stays) /.test(line));

test('removed things, raised limits and defaults can go, and what stored rows may violate stays', () => {
  const lines = told(closingOf([...FIRST_RELEASE, rehearsal], V1));
  expect(lines).toHaveLength(rehearsal.changes.length);
  expect(
    lines
      .filter((line) => line.startsWith('  delete'))
      .map((line) => line.slice('  delete  '.length)),
  ).toEqual([
    '`cost` of products was removed. Nobody asked for it.',
    '`email` of accounts was removed.',
    '`rehearsedSize` of products is new.',
    '`rehearsedFiles` of products is new.',
    '`rehearsedTags` of products is new.',
    '`archived` in `POST /product` was removed.',
    expect.stringContaining('`images` of products: at most 7'),
    expect.stringContaining('`online` of products'),
    '`POST /bundle` was removed.',
    '`GET /bundle/{id}` is new.',
  ]);
});

test('what a later release changes again stays', () => {
  const second = {
    ...{ date: '2032-03-01', label: '', summary: '' },
    changes: [{ default: 'Product.online', was: false, is: true }] as const,
  };
  const lines = told(closingOf([...FIRST_RELEASE, rehearsal, second], V1));
  expect(lines.find((line) => line.includes('`online`'))).toMatch(/^ {2}stays/);
});
