// The table of OWASP ASVS 5.0 is whole, and the tests that it names exist.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT, readText } from '../deploy/deploy-files.ts';

const text = readText('.deploy/asvs.md');

/** The requirements of levels 1 and 2 in each section of the standard, which are its first ones. */
const SECTIONS: Readonly<Record<string, readonly number[]>> = {
  1: [2, 9, 11, 3, 2],
  2: [3, 3, 4, 1],
  3: [0, 2, 4, 6, 5, 0, 2],
  4: [3, 1, 2, 4],
  5: [1, 3, 2, 3],
  6: [3, 12, 4, 4, 5, 3, 0, 4],
  7: [3, 4, 2, 5, 2, 2],
  8: [2, 3, 1, 1],
  9: [3, 4],
  10: [2, 2, 4, 11, 5, 2, 3],
  11: [2, 3, 3, 4, 1, 1],
  12: [3, 2, 4],
  13: [1, 5, 2, 5],
  14: [2, 4, 3],
  15: [3, 3, 7],
  16: [1, 5, 4, 3, 3],
  17: [1, 4, 2],
};

const REQUIREMENTS = Object.entries(SECTIONS).flatMap(([chapter, sections]) =>
  sections.flatMap((count, section) => Array.from({ length: count }, (_, n) => `${chapter}.${section + 1}.${n + 1}`)),
);

/** `1.2.6 to 1.2.8` as its three numbers. */
function numbersOf(cell: string): string[] {
  const [first = '', last = first] = cell.split(' to ');
  const [from, to] = [REQUIREMENTS.indexOf(first), REQUIREMENTS.indexOf(last)];
  return from < 0 || to < from ? [cell] : REQUIREMENTS.slice(from, to + 1);
}

test('it has each requirement of levels 1 and 2 once', () => {
  const rows = [...text.matchAll(/^\| (\d[^|]*) \|/gm)].flatMap(([, cell = '']) => cell.split(', ').flatMap(numbersOf));
  expect(rows).toHaveLength(253);
  expect(rows.toSorted()).toEqual(REQUIREMENTS.toSorted());
});

test('each test that it names exists', () => {
  const named = [...text.matchAll(/`([\w./-]+\.test\.ts)`/g)].map(([, path = '']) => path);
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter((path) => !existsSync(join(ROOT, 'test', path)))).toEqual([]);
});
