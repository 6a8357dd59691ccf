// A day of UTC or an hour of it in a query, such as 2026-01-31 and 2026-01-31T09: its span, and its name on a page.
import type { Span } from '../../usage/reads.ts';
import { day } from './format.ts';

const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

const isDay = (time: string) => time.length === 'YYYY-MM-DD'.length;

export function spanOf(time: string): Span {
  const start = new Date(isDay(time) ? time : `${time}:00Z`);
  return { start, end: new Date(start.getTime() + (isDay(time) ? DAY : HOUR)) };
}

/** False for the 31st of a shorter month, which a Date takes for a day of the next. */
export function isTime(time: string): boolean {
  const { start } = spanOf(time);
  return !Number.isNaN(start.getTime()) && time.startsWith(day(start));
}

export const timeOf = (start: Date, unit: 'day' | 'hour') =>
  unit === 'day' ? day(start) : start.toISOString().slice(0, 'YYYY-MM-DDTHH'.length);

export const nameOfTime = (time: string) =>
  isDay(time) ? time : `${time.replace('T', ' ')}:00 to ${time.slice(-'HH'.length)}:59`;
