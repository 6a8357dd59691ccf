// What clients of a version compare: the bytes of answers, but the ids of what a create made and the tags of writes.
import { expect, test } from 'vitest';
import { comparable, idIn } from './version-clients.ts';

const READ = { name: 'read', method: 'GET', path: '/api/token-secured/product/7' };
const CREATE = { name: 'create', method: 'POST', path: '/api/token-secured/product', isCreate: true };
const answer = (text: string, headers = {}) => ({ status: 200, text, headers: new Headers(headers) });

test('a read is compared with its order of keys, its ids and its tag', () => {
  const text = (body: string, headers = {}) => comparable(answer(body, headers), READ);
  expect(text('{"id":7,"rent":1}')).not.toBe(text('{"rent":1,"id":7}'));
  expect(text('{"id":7}')).not.toBe(text('{"id":8}'));
  expect(text('{}', { ETag: '"1"' })).not.toBe(text('{}', { ETag: '"2"' }));
  expect(text('{}', { 'X-API-Version': '1' })).not.toBe(text('{}', { 'X-API-Version': '2' }));
  expect(text('{}', { Date: 'now' })).toBe(text('{}', { Date: 'later' }));
});

test('a create is compared without the id of what it made, on both surfaces', () => {
  const text = (body: string, headers = {}) => comparable(answer(body, headers), CREATE);
  const made = (id: number) => text(`{"id":${id},"location":"/product/${id}"}`, { Location: `/product/${id}` });
  expect(made(7)).toBe(made(123));
  expect(text('{"data":{"id":"7"}}')).toBe(text('{"data":{"id":"8"}}'));
  expect(text('{"id":7,"rent":1}')).not.toBe(text('{"id":7,"rent":2}'));
  expect([idIn({ text: '{"id":7}' }), idIn({ text: '{"id":"8"}' }), idIn({ text: '{}' })]).toEqual([7, 8, 0]);
});
