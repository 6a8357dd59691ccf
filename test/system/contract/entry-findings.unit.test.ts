// The check of the entries of RELEASES: none has an error, and those that it finds have a fix.
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Change, ChangeKind } from '../../../src/operation/change-kinds.ts';
import type { Release } from '../../../src/operation/release-changes.ts';
import { RELEASES } from '../../../src/rest/releases.ts';
import { invented, withRelease } from '../../support/first-release.ts';
import { entryFindings } from './entry-findings.ts';

test('no entry has an error, and each has a summary and changes', () => {
  expect(entryFindings(RELEASES)).toEqual([]);
  const said = RELEASES.slice(1).filter(
    ({ summary, changes }) => summary && changes.length > 0,
  );
  expect(said).toEqual(RELEASES.slice(1));
});

const DATE = '2031-03-01';
const findingsOf = (...changes: Change[]) => entryFindings(withRelease(DATE, ...changes));

const asText = z.codec(z.string(), z.number(), { decode: Number, encode: String });
const TYPES = { PRODUCT: 0, BUNDLE: 1 };
const NO_LIMIT = Number.POSITIVE_INFINITY;

/** A change of each kind, and one that changes nothing. */
const KINDS: Readonly<Record<ChangeKind, readonly [right: Change, wrong: Change]>> = {
  renamed: [
    { renamed: 'Product.rent', was: 'rent', is: 'daily_rent' },
    { renamed: 'Product.rent', was: 'rent', is: 'rent' },
  ],
  withdrawn: [{ withdrawn: 'Product.cost' }, { withdrawn: 'Product.costs' }],
  added: [
    { added: 'Product.barcode', older: '0' },
    { added: 'readBundle', optional: true },
  ],
  required: [{ required: 'Product.barcode' }, { required: 'Account.email' }],
  values: [
    { values: 'Product.type', was: TYPES, is: { PRODUCT: 'product', BUNDLE: 'bundle' } },
    { values: 'Product.type', was: TYPES, is: TYPES },
  ],
  member: [
    { member: 'Rental.status', value: 'CANCELLED', name: 'cancelled' },
    { member: 'Product.title', value: 'CANCELLED', name: 'cancelled' },
  ],
  type: [{ type: 'RentalItem.dailyRate', is: asText }, { type: 'RentalItem.dailyRate' }],
  limit: [
    { limit: 'Equipment.quantity', was: { max: NO_LIMIT }, is: { max: 100 } },
    { limit: 'Product.online', was: { max: 1 }, is: { max: 2 } },
  ],
  default: [
    { default: 'Product.online', was: true, is: false },
    { default: 'Product.barcode', was: '', is: '0' },
  ],
  endpointWithdrawn: [
    { endpointWithdrawn: 'createBundle' },
    { endpointWithdrawn: 'deleteProduct' },
  ],
  endpointAdded: [{ endpointAdded: 'POST /bundle' }, { endpointAdded: 'GET /nothing/{id}' }],
};

describe.each(Object.entries(KINDS))('a change of kind %s', (_, [right, wrong]) => {
  test('passes if clients see it', () => expect(findingsOf(right)).toEqual([]));
  test('is reported if nobody sees it', () =>
    expect(findingsOf(wrong)).toEqual([expect.stringContaining('changes nothing')]));
});

test('reports a change that stands twice in one release', () => {
  expect(
    findingsOf({ withdrawn: 'Product.cost' }, { withdrawn: 'Product.cost' }),
  ).toHaveLength(2);
});

test('a required field can be withdrawn with a value for newer creates, or with its earlier one', () => {
  expect(findingsOf({ withdrawn: 'Equipment.quantity', newer: 1 })).toEqual([]);
  const added = withRelease(DATE, { added: 'Equipment.quantity', older: 1 });
  const withdrawn = invented('2031-09-01', { withdrawn: 'Equipment.quantity' });
  expect(entryFindings([...added, withdrawn])).toEqual([]);
});

test('the changes of a deleted field stay once all versions that had it are closed, for the changelog', () => {
  const [first, second] = withRelease(
    DATE,
    { withdrawn: 'Product.colour', note: 'Products have no `colour`.' },
    { endpointWithdrawn: 'createColour' },
  ) as [Release, Release];
  expect(entryFindings([{ ...first, isClosed: true }, second])).toEqual([]);
  expect(entryFindings([first, second])).toHaveLength(2);
});

test('two fields of an object cannot share a name, and may swap names', () => {
  const code: Change = { renamed: 'Product.sku', was: 'sku', is: 'code' };
  expect(findingsOf(code)).toEqual([
    '2031-03-01: Product.sku and Product.code are both called code: rename one of them',
  ]);
  expect(findingsOf(code, { renamed: 'Product.code', was: 'code', is: 'sku' })).toEqual([]);
});

test('entries are days in order', () => {
  expect(entryFindings(withRelease('2031-02-30'))).toEqual([
    '2031-02-30: is no day: write it as YYYY-MM-DD',
  ]);
  expect(entryFindings(withRelease('2025-01-01'))).toEqual([
    '2025-01-01: stands after 2025-08-16: the entries are ordered by their days',
  ]);
});

test.each<[Change, finding: string]>([
  [
    { member: 'Rental.status', value: 'LATE', name: 'late' },
    'Rental.status.LATE changes nothing that clients see: name what the code has',
  ],
  [
    { member: 'Rental.status', value: 'ACTIVE', name: 'active' },
    'Rental.status.ACTIVE is the fallback',
  ],
  [
    { limit: 'Product.equipments', was: { max: 50 }, is: { min: 1 } },
    'Product.equipments has a limit on one side alone',
  ],
  [{ endpointWithdrawn: 'POST /bundle' }, 'POST /bundle is an endpoint'],
  [{ withdrawn: 'Product.title' }, 'Product.title is required'],
  [{ withdrawn: 'Equipment.quantity' }, 'Equipment.quantity is required'],
])('reports %j with a fix', (change, finding) => {
  expect(findingsOf(change)).toEqual([expect.stringContaining(finding)]);
});
