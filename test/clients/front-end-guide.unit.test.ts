// The code of the guide on front ends is code that runs here: `npx vitest run front-end-guide -u` copies it anew.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const GUIDE = join(import.meta.dirname, '../../src/sites/docs/guides/front-end.md');
const FILES = globSync(['*.ts', 'back-office/src/**/*.{ts,tsx}'], { cwd: import.meta.dirname });

/** The parts of the files between `#region name` and `#endregion`, without the indentation that their lines share. */
const regions = FILES.flatMap((file) => {
  const found = readFileSync(join(import.meta.dirname, file), 'utf8').matchAll(
    /^( *)\/\/ #region (.+)\n([\s\S]*?)^ *\/\/ #endregion$/gm,
  );
  return [...found].map(([, margin, name = '', text = '']) => ({
    name,
    text: text.replaceAll(new RegExp(`^${margin}`, 'gm'), ''),
  }));
});
const BLOCK = /(?<=^```TypeScript: (.+)\n)[\s\S]*?(?=^```$)/gm;
const guide = readFileSync(GUIDE, 'utf8');

test('each block of the guide is a region of one file, and each region is in the guide', () => {
  const blocks = [...guide.matchAll(BLOCK)].map(([, name]) => name);
  expect(blocks.toSorted()).toEqual(regions.map(({ name }) => name).toSorted());
});

test('each block has the text of its region', async () => {
  const textOf = (name: string) => regions.find((region) => region.name === name)?.text ?? '';
  await expect(guide.replace(BLOCK, (_, name) => textOf(name))).toMatchFileSnapshot(GUIDE);
});
