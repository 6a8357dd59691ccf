// The order in which pages start.
import { expect, test } from 'vitest';
import { createPageTurns } from '../../src/fairness/page-turns.ts';

const CROWDED = { address: '198.51.100.9' };

test('signed-in users go before a crowd, and each site has a turn in it', async () => {
  const { start } = createPageTurns();
  const order: string[] = [];
  const open = async (name: string, opener: Parameters<typeof start>[0]) => {
    await start(opener);
    order.push(name);
  };
  const crowd = Array.from({ length: 20 }, (_, index) => open(`crowd ${index}`, CROWDED));
  const other = open('other site', { address: '203.0.113.5' });
  const user = open('user', { userId: 1 });
  await Promise.all([...crowd, other, user]);
  expect(order.indexOf('user')).toBeLessThanOrEqual(1);
  expect(order.indexOf('other site')).toBeLessThanOrEqual(3);
  expect(order.filter((name) => name.startsWith('crowd'))).toEqual(
    Array.from({ length: 20 }, (_, index) => `crowd ${index}`),
  );
});

test('the event loop turns between two pages, so that other requests are processed', async () => {
  const { start } = createPageTurns();
  await start({ userId: 1 });
  let [turns, isOver] = [0, false];
  const count = (): void => {
    turns++;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await start({ userId: 2 });
  isOver = true;
  expect(turns).toBeGreaterThan(10);
});

test('one look-up of a site is under way at a time, and two in all', async () => {
  const { lookUp } = createPageTurns();
  const under: string[] = [];
  let most = 0;
  const ends = Promise.withResolvers<void>();
  const work = (site: string) => async () => {
    under.push(site);
    most = Math.max(most, under.length);
    expect(under.filter((one) => one === site)).toHaveLength(1);
    await ends.promise;
    under.splice(under.indexOf(site), 1);
  };
  const sites = ['192.0.2.1', '192.0.2.1', '192.0.2.2', '2001:db8::1', '2001:db8:0:1::1'];
  const all = sites.map((site) => lookUp(site, work(site.startsWith('2001') ? 'v6' : site)));
  ends.resolve();
  await Promise.all(all);
  expect(most).toBe(2);
});
