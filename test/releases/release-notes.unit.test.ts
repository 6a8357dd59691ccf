// The changes of a release in words: one sentence each, in the names that clients know, with the operations that it concerns.
import { expect, test } from 'vitest';
import { releaseNotes } from '../../src/rest/release-notes.ts';
import { rehearsedOn, V1, V2 } from './rehearsal.ts';

const notes = releaseNotes(rehearsedOn(V2), V2);

test('every change has a sentence, before its day too', () => {
  expect(releaseNotes(rehearsedOn('2026-01-01'), V2)).toEqual(notes);
  expect(notes.map(({ sentence }) => sentence)).toEqual([
    '`rent` of a product is called `daily_rent`.',
    '`sku` of a product is called `code`.',
    '`code` of a product is called `sku`.',
    '`name` of an equipment is called `label`.',
    '`ad_id` of a bundle item is called `product_id`.',
    '`start_date` of a rental is called `begins`.',
    '`location` of a created product is called `path`.',
    '`cost` of a product is no more. Nobody asked for it.',
    '`email` of an account is no more.',
    '`rehearsed` of a product is new, and required.',
    '`country_of_manufacture` of a product is required.',
    '`stock_type` of a product is `unit` or `bulk`, no longer `0` or `1`.',
    '`status` of a rental is `running` or `done` or `cancelled`, no longer `active` or `completed` or `cancelled`.',
    '`daily_rate` of a rental item is of type string, no longer number.',
    '`shelf_life_min` of a product is of type string, no longer integer.',
    '`equipments` of a product has at most 20 entries, no longer at most 50 entries.',
    '`images` of a product has at most 7 entries, no longer at most 5 entries.',
    '`title` of a product has at most 100 characters, no longer at most 255 characters.',
    '`quantity` of an equipment has at most 100, no longer no maximum.',
    '`items` of a bundle has at most 10 entries, no longer at most 30 entries.',
    '`online` of a product is false where it is absent, no longer true.',
    '`POST /bundle` is no more.',
  ]);
});

test('every change names the operations whose requests or answers it changes', () => {
  const of = (subject: string) => notes.find(({ change }) => Object.values(change).includes(subject))?.operations;
  expect(of('Product.rent')).toEqual(['readProduct', 'updateProduct', 'createProduct']);
  expect(of('Product.equipments')).toEqual(['updateProduct', 'createProduct']);
  expect(of('Rental.status')).toEqual(['readRental']);
  expect(of('BundleItem.adId')).toEqual(['readProduct', 'updateProduct', 'createBundle']);
  expect(of('createBundle')).toEqual(['createBundle']);
});

test('the first release has none', () => {
  expect(releaseNotes(rehearsedOn(V2), V1)).toEqual([]);
});
