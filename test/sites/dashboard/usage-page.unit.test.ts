// The chart of calls: its parts are as high as their shares, and its axis has readable steps.
import { describe, expect, test } from 'vitest';
import { barChart } from '../../../src/sites/dashboard/usage-page.ts';

function chartOf(...bars: (readonly [number, number, number])[]): string {
  const chart = bars.map((parts) => ({ label: '', text: '', parts }));
  return `${barChart('Calls', chart)}`;
}

const heights = (chart: string, kind: string) =>
  [...chart.matchAll(new RegExp(`<rect class="${kind}" [^>]* height="([\\d.]+)"`, 'g'))].map(
    ([, height]) => Number(height),
  );

test('a part is as high as its share, even a small one next to a high bar', () => {
  const chart = chartOf([120_000, 0, 0], [968, 30, 2]);
  const [full = 0, part = 0] = heights(chart, 'answered');
  expect(full).toBe(160);
  expect(part).toBeCloseTo((968 / 120_000) * full, 1);
  expect(heights(chart, 'refused')).toEqual([0.04]);
  expect(heights(chartOf([60, 30, 10]), 'refused')).toEqual([48]);
});

describe('the axis', () => {
  test.each([
    [0, '1 0'],
    [1, '1 0'],
    [3, '3 2 1 0'],
    [7, '8 6 4 2 0'],
    [13, '15 10 5 0'],
    [110, '120 100 80 60 40 20 0'],
    [141, '150 125 100 75 50 25 0'],
    [103_357, '120,000 100,000 80,000 60,000 40,000 20,000 0'],
    [2_000_001, '2,500,000 2,000,000 1,500,000 1,000,000 500,000 0'],
  ])('with a peak of %d: %s', (peak, marks) => {
    const [, axis = ''] =
      /<div class="chart-y"[^>]*>(.*?)<\/div>/s.exec(chartOf([peak, 0, 0])) ?? [];
    expect([...axis.matchAll(/<span>(.*?)<\/span>/g)].map(([, mark]) => mark).join(' ')).toBe(
      marks,
    );
  });
});
