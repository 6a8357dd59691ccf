// The changes of a release in words: one sentence each, in the names that clients know.
import { expect, test } from 'vitest';
import type { Change } from '../../../src/operation/change-kinds.ts';
import { createVersions } from '../../../src/operation/versions.ts';
import { releaseNotes } from '../../../src/rest/release-notes.ts';
import { FIRST_RELEASE } from '../../support/first-release.ts';
import { rehearsedOn, V1, V2 } from './rehearsal.ts';

const notes = releaseNotes(rehearsedOn(V2), V2);

test('every change has a sentence, even before its day', () => {
  expect(releaseNotes(rehearsedOn('2026-01-01'), V2)).toEqual(notes);
  expect(notes.map(({ sentence }) => sentence)).toEqual([
    '`rent` of a product is called `daily_rent`.',
    '`sku` of a product is called `code`.',
    '`code` of a product is called `sku`.',
    '`name` of an equipment is called `label`.',
    '`ad_id` of a bundle item is called `product_id`.',
    '`start_date` of a rental is called `begins`.',
    '`location` of a created product is called `path`.',
    '`cost` of a product was removed. Nobody asked for it.',
    '`email` of an account was removed.',
    '`rehearsed` of a product is new, and required.',
    '`rehearsed_size` of a product is new.',
    '`rehearsed_files` of a product is new.',
    '`title` of a rehearsed file is called `label`.',
    '`rehearsed_tags` of a product is new.',
    '`archived` in `POST /product` was removed.',
    '`status` of a rental has a new value, `rehearsed`; older versions read `active` instead.',
    '`country_of_manufacture` of a product is required.',
    '`stock_type` of a product: `0` is `unit` now, and `1` is `bulk`.',
    '`status` of a rental: `active` is `running` now, and `completed` is `done`.',
    '`daily_rate` of a rental item is a string, no longer a number.',
    '`shelf_life_min` of a product is a string, no longer an integer. Shortest shelf life in days, as a string.',
    '`total` of a rental item is an object with `amount`, no longer a number.',
    '`equipments` of a product has at most 20 equipments, no longer at most 50 equipments.',
    '`images` of a product has at most 7 images, no longer at most 5 images.',
    '`title` of a product has at most 100 characters, no longer at most 255 characters.',
    '`quantity` of an equipment is at most 100; it had no maximum before.',
    '`items` of a bundle has at most 10 bundle items, no longer at most 30 bundle items.',
    '`online` of a product is false where it is absent, no longer true.',
    '`POST /bundle` was removed.',
    '`GET /bundle/{id}` is new.',
  ]);
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
test('words a single value and a single entry in the singular', () => {
  const versions = inSeveral([
    { values: 'Rental.status', was: STATUS, is: { ...STATUS, ACTIVE: '1' } },
    { limit: 'Product.images', was: { min: 0 }, is: { min: 1 } },
    { limit: 'Product.title', was: { max: 255 }, is: { max: Number.POSITIVE_INFINITY } },
    { added: 'Product.code', optional: true },
  ]);
  expect(releaseNotes(versions, '2031-01-01').map(({ sentence }) => sentence)).toEqual([
    '`status` of a rental: `active` is `1` now.',
    '`images` of a product has at least one image; it had no minimum before.',
    '`title` of a product has no maximum, no longer at most 255 characters.',
    '`code` of a product is new.',
  ]);
});

const STATUS = { ACTIVE: 'active', COMPLETED: 'completed', CANCELLED: 'cancelled' } as const;
