// Searches of readers get a turn of the event loop each, and a query that was asked before costs nothing.
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createSearches } from '../../../src/sites/docs/search/searches.ts';

function searches() {
  const made: string[] = [];
  const find = createSearches(async (query) => {
    made.push(query);
    return `<p>${query}`;
  });
  return { made, find };
}

const queries = (count: number) => Array.from({ length: count }, (_, index) => `query ${index}`);

test('one search is done in a turn of the event loop, in the order of the requests', async () => {
  const { made, find } = searches();
  const found = Promise.all(queries(20).map(find));
  let most = 0;
  for (let before = 0; made.length < 20; before = made.length) {
    await turn();
    most = Math.max(most, made.length - before);
  }
  expect(most).toBe(1);
  expect(await found).toEqual(queries(20).map((query) => `<p>${query}`));
});

test('a query is searched once, also by many at the same time, until others have taken its place', async () => {
  const { made, find } = searches();
  await Promise.all(Array.from({ length: 200 }, () => find('rent')));
  expect(made).toEqual(['rent']);
  for (const query of queries(100)) await find(query);
  await find('rent');
  expect(made.filter((query) => query === 'rent')).toHaveLength(2);
});

test('of more than a hundred at once the others are refused, except known ones', async () => {
  const { made, find } = searches();
  await find('rent');
  const answers = await Promise.allSettled(['rent', ...queries(120)].map(find));
  expect(answers.filter(({ status }) => status === 'rejected')).toHaveLength(20);
  expect(answers[0]?.status).toBe('fulfilled');
  expect(made).toHaveLength(101);
});
