// `npm run release` shows the steps of the latest release, and every error of every entry at once.
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import type { Change } from '../../../../src/operation/change-kinds.ts';
import { RELEASES } from '../../../../src/rest/releases.ts';
import { runCommand } from '../../../process/service.ts';
import { FIRST_RELEASE, V1, withRelease } from '../../../support/first-release.ts';
import { closingOf } from './close.ts';
import { stepsOf } from './steps.ts';

test('prints the steps of the latest release, and what comes next', async () => {
  const { code, stdout } = await runCommand('test/system/releases/tool/release.ts', [], {});
  expect([code, stdout]).toEqual([
    0,
    expect.stringContaining(`Release ${RELEASES.at(-1)?.date}`),
  ]);
  expect(stdout.match(/^(?:done|missing) +\d/gm)).toHaveLength(5);
  expect(stdout).toMatch(/^Next: npm/m);
});

test('shows every error of every entry, and the steps that remain', async () => {
  const entry = (date: string, ...changes: Change[]) => ({
    date,
    label: '',
    summary: 'x',
    changes,
  });
  const older = entry('2031-03-01', {
    limit: 'Product.online',
    was: { max: 1 },
    is: { max: 2 },
  });
  const newer = entry(
    '2032-03-01',
    { withdrawn: 'Product.nothing' },
    { renamed: 'Product.rent', was: 'a', is: 'a' },
  );
  const empty = { ...entry('2033-03-01'), summary: '' };
  const [entries, ...others] = await stepsOf([...FIRST_RELEASE, older, newer, empty]);
  expect(entries?.missing).toEqual([
    expect.stringMatching(/^2033-03-01: it has no summary/),
    expect.stringMatching(/^2033-03-01: it has no changes/),
    expect.stringMatching(/^2031-03-01: Product.online has no limits/),
    expect.stringMatching(/^2032-03-01: Product.nothing is no field/),
    expect.stringMatching(/^2032-03-01: Product.rent has the same name/),
    expect.stringMatching(/^2032-03-01: Product.rent, name is "rent" in the code/),
  ]);
  expect(others.map(({ missing }) => missing.length > 0)).toEqual([false, true, true, true]);
});

test('shows on which day a correct entry fails to compile', async () => {
  const change = { withdrawn: 'Product.sku' };
  const [entries] = await stepsOf(withRelease('2131-03-01', change));
  expect(entries?.missing).toEqual([
    expect.stringMatching(
      /don't fit the code on 2131-03-01: Error: A text names Product.sku/,
    ),
  ]);
});

test('closing a version removes its recordings, keeps its entries, and lists what is left to edit', () => {
  const releases = withRelease(
    '2031-03-01',
    { withdrawn: 'Product.cost' },
    { endpointWithdrawn: 'createBundle' },
    { required: 'Product.barcode' },
  );
  const text = `[\n  {\n    date: '${V1}',\n    label: '0.1.0',\n`;
  const closing = closingOf(releases, V1, text, (word) => [`${word}.ts`]);
  expect(closing.entries).toContain(`    date: '${V1}',\n    isClosed: true,\n`);
  expect(closing.recordings.map((path) => basename(path))).toEqual([
    `golden-${V1}.json`,
    `openapi-${V1}.json`,
    `schema-${V1}.graphql`,
  ]);
  expect(closing.left).toEqual([
    'Product.cost: delete the field, and mark its column @ignore; named in cost.ts',
    'createBundle: delete the operation; it is named in createBundle.ts',
  ]);
  expect(() => closingOf(releases, '2031-03-01', text, () => [])).toThrow('no version that');
});

test('says what a correct entry lacks, step by step', async () => {
  const changes = [{ required: 'Product.images' }, { withdrawn: 'Product.cost' }] as const;
  const steps = await stepsOf(withRelease('2031-03-01', ...changes));
  expect(steps.map(({ missing }) => missing)).toEqual([
    [],
    [],
    ['images has no example: add it in products/product-fields.ts'],
    ['it differs from the code'],
    expect.arrayContaining([
      'the record of 2031-03-01 differs from the code',
      'the recorded schema differs from the code',
    ]),
  ]);
});
