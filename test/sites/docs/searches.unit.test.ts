// Searches of readers are done one at a time, and a query that was asked before costs nothing.
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createSearches } from '../../../src/sites/docs/search.ts';

function searches() {
  const made: string[] = [];
  const find = createSearches(async (query) => {
    made.push(query);
    return `<p>${query}`;
  });
  return { made, find };
}

const queries = (count: number) => Array.from({ length: count }, (_, index) => `query ${index}`);

test('one search is done at a time, in the order of the requests, and others have turns of the event loop in between', async () => {
  const { made, find } = searches();
  const found = Promise.all(queries(5).map(find));
  const turnsBetween = [];
  while (made.length < 5) {
    const before = made.length;
    let turns = 0;
    for (; made.length === before; turns++) await turn();
    expect(made.length).toBe(before + 1);
    if (before > 0) turnsBetween.push(turns);
  }
  expect(Math.min(...turnsBetween)).toBeGreaterThan(10);
  expect(await found).toEqual(queries(5).map((query) => `<p>${query}`));
});

test('a query is searched once, also by many at the same time, until others have taken its place', async () => {
  const { made, find } = searches();
  await Promise.all(Array.from({ length: 200 }, () => find('rent')));
  expect(made).toEqual(['rent']);
  await Promise.all(queries(100).map(find));
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
