// The changes of a release in words: one sentence each, in the names that clients know, with the affected operations.
import { expect, test } from 'vitest';
import { type Change, subjectOf } from '../../../src/operation/change-kinds.ts';
import { createVersions, type Versions } from '../../../src/operation/versions.ts';
import { notesBetween, releaseNotes } from '../../../src/rest/release-notes.ts';
import { FIRST_RELEASE } from '../../support/first-release.ts';
import { rehearsal, rehearsedOn, V1, V2 } from './rehearsal.ts';

const notes = releaseNotes(rehearsedOn(V2), V2);

test('every change has a sentence, even before its day', () => {
  expect(releaseNotes(rehearsedOn('2026-01-01'), V2)).toEqual(notes);
  expect(notes.map(({ sentence }) => sentence)).toEqual([
    '`rent` of products is called `daily_rent`.',
    '`sku` of products is called `code`.',
    '`code` of products is called `sku`.',
    '`name` of equipments is called `label`.',
    '`ad_id` of bundle items is called `product_id`.',
    '`start_date` of rentals is called `begins`.',
    '`location` of created products is called `path`.',
    '`cost` of products was removed. Nobody asked for it.',
    '`email` of accounts was removed.',
    '`rehearsed` of products is new, and required.',
    '`rehearsed_size` of products is new.',
    '`rehearsed_files` of products is new.',
    '`title` of rehearsed files is called `label`.',
    '`rehearsed_tags` of products is new.',
    '`archived` in `POST /product` was removed.',
    '`status` of rentals has a new value, `rehearsed`; older versions read `active` instead.',
    '`country_of_manufacture` of products is required.',
    '`stock_type` of products: `0` is now `unit`, `1` is now `bulk`.',
    '`status` of rentals: `active` is now `running`, `completed` is now `done`.',
    '`daily_rate` of rental items is of type string, no longer number.',
    '`shelf_life_min` of products is of type string, no longer integer. Shortest shelf life in days, as a string.',
    '`total` of rental items is of type object, no longer number.',
    '`equipments` of products: at most 20 (before: at most 50).',
    '`images` of products: at most 7 (before: at most 5).',
    '`title` of products: at most 100 (before: at most 255).',
    '`quantity` of equipments: at most 100 (before: no maximum).',
    '`items` of bundles: at most 10 (before: at most 30).',
    '`online` of products is false where it is absent, no longer true.',
    '`POST /bundle` was removed.',
    '`GET /bundle/{id}` is new.',
  ]);
});

test('every change names the operations whose requests or responses it changes', () => {
  const of = (subject: string) =>
    notes[rehearsal.changes.findIndex((change) => subjectOf(change) === subject)]?.operations;
  expect(of('Product.rent')).toEqual([
    'readProduct',
    'updateProduct',
    'createProduct',
    'readBundle',
  ]);
  expect(of('Product.equipments')).toEqual(['updateProduct', 'createProduct']);
  expect(of('Rental.status')).toEqual(['readRental']);
  expect(of('BundleItem.adId')).toEqual([
    'readProduct',
    'updateProduct',
    'createBundle',
    'readBundle',
  ]);
  expect(of('createBundle')).toEqual(['createBundle']);
});

test('the first release has none', () => {
  expect(releaseNotes(rehearsedOn(V2), V1)).toEqual([]);
});

const inSeveral = (...changes: (readonly Change[])[]) =>
  createVersions([
    ...FIRST_RELEASE,
    ...changes.map((all, index) => ({
      date: `203${index + 1}-01-01`,
      label: '',
      summary: '',
      changes: all,
    })),
  ]);
const sentencesBetween = (versions: Versions, from = V1) =>
  notesBetween(versions, from, versions.releases.at(-1)?.date ?? '').map(
    ({ sentence }) => sentence,
  );

test('says what a limit and a value were before', () => {
  const versions = inSeveral([
    { values: 'Rental.status', was: STATUS, is: { ...STATUS, ACTIVE: '1' } },
    { limit: 'Product.images', was: { min: 0 }, is: { min: 1 } },
    { limit: 'Product.title', was: { max: 255 }, is: { max: Number.POSITIVE_INFINITY } },
    { added: 'Product.code', optional: true },
  ]);
  expect(releaseNotes(versions, '2031-01-01').map(({ sentence }) => sentence)).toEqual([
    '`status` of rentals: `active` is now `1`.',
    '`images` of products: at least 1 (before: at least 0).',
    '`title` of products: no maximum (before: at most 255).',
    '`code` of products is new.',
  ]);
});

const STATUS = { ACTIVE: 'active', COMPLETED: 'completed', CANCELLED: 'cancelled' } as const;

test('a reader of an older version gets the changes of all releases since, oldest first', () => {
  const versions = inSeveral(
    [{ renamed: 'Product.online', was: 'online', is: 'visible', note: 'Clearer.' }],
    [{ renamed: 'Product.online', was: 'visible', is: 'published' }],
  );
  expect(sentencesBetween(versions)).toEqual([
    '`online` of products is called `visible`. Clearer.',
    '`visible` of products is called `published`.',
  ]);
  expect(sentencesBetween(versions, '2031-01-01')).toHaveLength(1);
  expect(notesBetween(versions, V1, V1)).toEqual([]);
});
