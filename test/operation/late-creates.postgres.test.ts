// Creates that have no time left aren't begun: a client that gets 503 for all of them may repeat them all.
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { REQUEST_MILLISECONDS } from '../../src/request-scope.ts';
import { budget, openTestApp } from '../support/app.ts';

const POINTS = 50;
const app = await openTestApp({
  config: { throttle: budget(POINTS) },
  imageProbe: {
    async reachable(urls) {
      await delay(REQUEST_MILLISECONDS + 100);
      return urls.map(() => true);
    },
  },
});

const create = (title: string, more = '') =>
  `${title}: createProduct(input: { title: "${title}", rent: 1, stockType: BULK ${more} }) { success }`;

test('mutations behind one that took all the time of their request are neither begun nor counted (D31)', async () => {
  const titles = Array.from({ length: 10 }, (_, index) => `late_${index}`);
  const first = create('first', 'images: [{ src: "https://a.example/1" }]');
  const answer = await app.graphql(
    `mutation { ${first} ${titles.map((title) => create(title))} }`,
  );
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2']);
  expect(answer.headers.get('ratelimit')).toContain(`r=${POINTS - 1};`);
  expect(await app.remainingCreates()).toBe(POINTS - 1);
  // A create that was begun is a row within a turn of the event loop and a round trip.
  await delay(300);
  expect(await app.db.product.count({ where: { title: { not: 'first' } } })).toBe(0);
});
