// The check of the entries of RELEASES: none has an error, and each kind of change has its own, with a fix.
import { describe, expect, it, test } from 'vitest';
import { z } from 'zod';
import type { Change, ChangeKind } from '../../../src/operation/change-kinds.ts';
import type { Release } from '../../../src/operation/release-changes.ts';
import { RELEASES } from '../../../src/rest/releases.ts';
import { FIRST_RELEASE, invented, withRelease } from '../../support/first-release.ts';
import { entryFindings } from './entry-findings.ts';

test('no entry has an error, and each has a summary and changes', () => {
  expect(entryFindings(RELEASES)).toEqual([]);
  const said = RELEASES.slice(1).filter(
    ({ summary, changes }) => summary && changes.length > 0,
  );
  expect(said).toEqual(RELEASES.slice(1));
});

const DATE = '2031-03-01';
/** As if the first release had none of what the changes add. */
const findingsOf = (...changes: Change[]) =>
  entryFindings(withRelease(DATE, ...changes), () => false).join('\n');

/** A correct and an incorrect change of each kind. */
const KINDS: Readonly<
  Record<ChangeKind, readonly [right: Change, wrong: Change, finding: string]>
> = {
  renamed: [
    { renamed: 'Product.rent', was: 'rent', is: 'daily_rent' },
    { renamed: 'Product.rent', was: 'rent', is: 'rent' },
    'Product.rent has the same name as before: leave it out',
  ],
  withdrawn: [
    { withdrawn: 'Product.cost' },
    { withdrawn: 'Product.title' },
    'Product.title cannot be stored without: make it optional',
  ],
  added: [
    { added: 'Product.barcode', older: '0' },
    { added: 'Product.title', older: 'x' },
    'Product.title is required in its shape: make it optional there',
  ],
  required: [
    { required: 'Product.barcode' },
    { required: 'Account.email' },
    'Account.email is in no request: leave it out',
  ],
  values: [
    {
      values: 'Product.type',
      was: { PRODUCT: 0, BUNDLE: 1 },
      is: { PRODUCT: 'product', BUNDLE: 'bundle' },
    },
    { values: 'Product.type', was: { PRODUCT: 0, BUNDLE: 1 }, is: { PRODUCT: 0, BUNDLE: 1 } },
    'Product.type has the same values as before: leave it out',
  ],
  member: [
    { member: 'Rental.status', value: 'CANCELLED', name: 'cancelled' },
    { member: 'Rental.status', value: 'NOTHING', name: 'nothing' },
    'Rental.status has no member NOTHING: add it to its enum in the schema',
  ],
  type: [
    {
      type: 'RentalItem.dailyRate',
      is: z.codec(z.string(), z.number(), { decode: Number, encode: String }),
    },
    { type: 'RentalItem.dailyRate' },
    'RentalItem.dailyRate has the same codec as before, or none: give it as `is`',
  ],
  limit: [
    { limit: 'Equipment.quantity', was: { max: Number.POSITIVE_INFINITY }, is: { max: 100 } },
    { limit: 'Product.online', was: { max: 1 }, is: { max: 2 } },
    'Product.online has no limits that a version can change',
  ],
  default: [
    { default: 'Product.online', was: true, is: false },
    { default: 'Product.barcode', was: '', is: '0' },
    'Product.barcode has no default: give the operation one in its `defaults`',
  ],
  endpointWithdrawn: [
    { endpointWithdrawn: 'createBundle' },
    { endpointWithdrawn: 'deleteProduct' },
    'deleteProduct is no operation of the code: name one, such as createBundle',
  ],
  endpointAdded: [
    { endpointAdded: 'POST /bundle' },
    { endpointAdded: 'GET /nothing/{id}' },
    'GET /nothing/{id} is no endpoint of the code: add its row to rest/routes.ts first',
  ],
};

describe.each(Object.entries(KINDS))('a change of kind %s', (_, [right, wrong, finding]) => {
  it('passes if it is correct', () => expect(findingsOf(right)).toBe(''));
  it('is reported with a fix if it is incorrect', () =>
    expect(findingsOf(wrong)).toContain(`2031-03-01: ${finding}`));
});

test('reports a minimum length of a list that may be left out, unless a note explains it', () => {
  const least = { limit: 'Product.images', was: { min: 0 }, is: { min: 1 } } as const;
  expect(findingsOf(least)).toBe(
    "2031-03-01: Product.images has at least 1 entries, and may be left out: add { required: 'Product.images' }, or a note that says so",
  );
  expect(findingsOf(least, { required: 'Product.images' })).toBe('');
  expect(findingsOf({ ...least, note: 'A product without images stays possible.' })).toBe('');
});

test('a change begins where the previous one ended, and where the code is', () => {
  expect(findingsOf({ limit: 'Product.equipments', was: { max: 40 }, is: { max: 20 } })).toBe(
    '2031-03-01: Product.equipments, max is 50 in the code, and the entry says 40',
  );
  const first = invented('2031-03-01', {
    limit: 'Product.equipments',
    was: { max: 50 },
    is: { max: 20 },
  });
  const second = (was: number) =>
    invented('2032-03-01', {
      limit: 'Product.equipments',
      was: { max: was },
      is: { max: 5 },
    });
  expect(entryFindings([...FIRST_RELEASE, first, second(20)])).toEqual([]);
  expect(entryFindings([...FIRST_RELEASE, first, second(50)])).toEqual([
    '2032-03-01: Product.equipments, max was 20 since 2031-03-01, and the entry says 50',
  ]);
  expect(findingsOf({ withdrawn: 'Product.cost' }, { withdrawn: 'Product.cost' })).toBe(
    '2031-03-01: Product.cost, exists is changed twice in one release: make one change of the two',
  );
});

test('the changes of a deleted field stay once all versions that had it are closed, for the changelog', () => {
  const changes: Change[] = [
    { withdrawn: 'Product.colour', note: 'Products have no `colour`.' },
    { endpointWithdrawn: 'createColour' },
  ];
  const [first, second] = withRelease(DATE, ...changes) as [Release, Release];
  expect(entryFindings([{ ...first, isClosed: true }, second])).toEqual([]);
  expect(entryFindings([first, second])).toHaveLength(2);
});

test('two fields of an object cannot share a name, and may swap names', () => {
  const code: Change = { renamed: 'Product.sku', was: 'sku', is: 'code' };
  expect(findingsOf(code)).toBe(
    '2031-03-01: Product.sku and Product.code are both called code: rename one of them',
  );
  expect(findingsOf(code, { renamed: 'Product.code', was: 'code', is: 'sku' })).toBe('');
});

test('entries are days in order', () => {
  expect(entryFindings(withRelease('2031-02-30'))).toEqual([
    '2031-02-30 is no day: write it as YYYY-MM-DD',
  ]);
  expect(entryFindings(withRelease('2025-01-01'))).toEqual([
    '2025-01-01 stands after 2025-08-16: the entries are ordered by their days',
  ]);
});

test('reports what the previous version already has, and an operation named as a field', () => {
  // The latest version is always recorded; older recordings are deleted when the version has ended.
  const newest = RELEASES.at(-1)?.date ?? '';
  const findings = (change: Change) =>
    entryFindings([invented(newest), invented(DATE, change)]).join('\n');
  for (const [change, subject] of [
    [{ added: 'Product.barcode', optional: true }, 'Product.barcode'],
    [{ endpointAdded: 'GET /product/{id}' }, 'GET /product/{id}'],
    [
      { member: 'Rental.status', value: 'CANCELLED', name: 'cancelled' },
      'Rental.status.CANCELLED',
    ],
  ] as [Change, string][]) {
    const told = `${DATE}: ${subject} is in version ${newest} already: leave the change out`;
    expect(findings(change)).toBe(told);
  }
  expect(findings({ added: 'readBundle', optional: true })).toContain(
    "readBundle is an operation, of GraphQL too: a new endpoint is { endpointAdded: 'GET /…' }",
  );
});

test.each([
  [
    { member: 'Rental.status', value: 'LATE', name: 'late' },
    'has no member LATE: add it to its enum',
  ],
  [
    { member: 'Rental.status', value: 'ACTIVE', name: 'active' },
    'has no fallback that older versions have: give it one of COMPLETED, CANCELLED',
  ],
  [
    { limit: 'Product.equipments', was: { max: 50 }, is: { min: 1 } },
    'has a limit on one side alone',
  ],
  [{ added: 'Product.barcode', older: 0 }, 'Product.barcode is of another type'],
  [{ default: 'Product.online', was: true, is: 'no' }, 'Product.online is of another type'],
  [
    { values: 'Product.type', was: { PRODUCT: 0 }, is: { PRODUCT: 'product' } },
    'Product.type has the values PRODUCT, BUNDLE: give each',
  ],
  [
    { renamed: 'Product.tags[]', was: 'a', is: 'b' },
    'Product.tags[] is no field of the code',
  ],
  [
    { endpointWithdrawn: 'POST /bundle' },
    'POST /bundle is an endpoint: withdraw its operation, createBundle',
  ],
  [
    { endpointWithdrawn: 'createBundle', description: 'x' },
    'createBundle has a description in its operation: give a note',
  ],
] as [Change, string][])('reports %j with a fix', (change, finding) => {
  expect(findingsOf(change)).toContain(finding);
});
