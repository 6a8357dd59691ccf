// The changes of a release in words: one sentence each, in the names that clients know, with the operations that it concerns.
import { expect, test } from 'vitest';
import { releaseNotes } from '../../src/rest/release-notes.ts';
import { rehearsedOn, V1, V2 } from './rehearsal.ts';

const notes = releaseNotes(rehearsedOn(V2), V2);

test('every change has a sentence, before its day too', () => {
  expect(releaseNotes(rehearsedOn('2026-01-01'), V2)).toEqual(notes);
  expect(notes.map(({ sentence }) => sentence)).toEqual([]);
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
