// The demo rentals' dates follow the clock, and their totals follow the dates.
import { expect, test } from 'vitest';
import { demoRentals } from '../../src/demo/demo-data.ts';
import { DAY_MILLISECONDS } from '../../src/time.ts';

type Rental = ReturnType<typeof demoRentals>[number];

const day = (date: Date) => date.toISOString().slice(0, 'yyyy-mm-dd'.length);

test.each(['2026-07-10T12:00:00Z', '2028-02-28T23:59:59Z', '2030-01-01T00:00:00Z'])(
  'at %s one rental is active today, one was paid after its end, and totals are days times the rate',
  (time) => {
    const now = new Date(time);
    const rentals = demoRentals(now);
    const [unpaid, paid] = rentals as [Rental, Rental];
    expect(day(unpaid.startDate)).toBe(day(new Date(now.getTime() - DAY_MILLISECONDS)));
    expect(day(unpaid.endDate)).toBe(day(new Date(now.getTime() + 2 * DAY_MILLISECONDS)));
    expect(Number(paid.paidAt)).toBeGreaterThan(paid.endDate.getTime());
    expect(Number(paid.paidAt)).toBeLessThan(now.getTime());
    expect(rentals).toHaveLength(3);
    for (const { createdAt, startDate, endDate, dailyRate, totalAmount } of rentals) {
      expect(createdAt.getTime()).toBeLessThan(Math.min(startDate.getTime(), now.getTime()));
      const days =
        Math.round((endDate.getTime() - startDate.getTime()) / DAY_MILLISECONDS) + 1;
      expect(totalAmount).toBe(days * dailyRate);
    }
  },
);
