// Formats for times, numbers and counted nouns. All times are UTC.
import { html } from 'hono/html';
import { DAY_MILLISECONDS, HOUR_MILLISECONDS, isoDay } from '../../time.ts';

export const second = (date: Date) =>
  date.toISOString().slice(0, 'YYYY-MM-DDTHH:MM:SS'.length).replace('T', ' ');

export const minute = (date: Date) => second(date).slice(0, 'YYYY-MM-DD HH:MM'.length);

const UNITS = [
  ['day', DAY_MILLISECONDS],
  ['hour', HOUR_MILLISECONDS],
  ['minute', 60_000],
] as const;

const relative = new Intl.RelativeTimeFormat('en');

/** The whole days, hours or minutes of a time span, as text; negative: ago. Undefined below a minute. */
function span(milliseconds: number) {
  const found = UNITS.find(([, size]) => Math.abs(milliseconds) >= size);
  if (!found) return undefined;
  const [unit, size] = found;
  return relative.format(Math.trunc(milliseconds / size), unit);
}

/** A positive span, such as `in 3 days`. */
export const inTime = (milliseconds: number) => span(milliseconds) ?? 'within a minute';

const timeElement = (date: Date, text: string) =>
  html`<time datetime="${date.toISOString()}" title="${second(date)} UTC">${text}</time>`;

/** `now` is by the same clock as the date, the database's. */
export const timeAgo = (date: Date, now: Date) =>
  timeElement(date, span(Math.min(0, date.getTime() - now.getTime())) ?? 'just now');

export const dayElement = (date: Date) => timeElement(date, isoDay(date));

export const count = new Intl.NumberFormat('en').format;

export const plural = (value: number, one: string) =>
  `${count(value)} ${value === 1 ? one : `${one}s`}`;
