// The chart of usage: a scale in round numbers, dates below it, today at its end.
import { expect, test } from 'vitest';
import { barChart } from '../../../src/sites/dashboard/usage-figure.ts';

const DAY = 86_400_000;

const chartOf = async (most: number) =>
  String(
    await barChart(
      'Usage',
      Array.from({ length: 30 }, (_, day) => ({
        day: new Date(Date.UTC(2026, 10, 1) + day * DAY),
        calls: day === 7 ? most : 0,
        failed: 0,
        rateLimited: 0,
      })),
      '/requests?',
    ),
  );

const labelsIn = (chart: string, axis: 'x' | 'y') => {
  const [, labels = ''] =
    new RegExp(`class="chart-${axis}"[^>]*>(.*?)</div>`, 's').exec(chart) ?? [];
  return [...labels.matchAll(/<span>([^<]*)</g)].map(([, label]) => label);
};

test.each([
  [0, '1'],
  [1, '1'],
  [3, '5'],
  [10, '10'],
  [11, '20'],
  [51, '100'],
  [1_234, '2,000'],
])('with at most %i calls a day the scale ends at %s', async (most, top) => {
  expect(labelsIn(await chartOf(most), 'y')).toEqual([top, '0']);
});

test('every fifth day has its date, and the last one is called today', async () => {
  const dates = ['11-05', '11-10', '11-15', '11-20', '11-25', 'Today'];
  expect(labelsIn(await chartOf(1), 'x')).toEqual(dates);
});
