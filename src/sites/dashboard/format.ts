// The formats of times and numbers on the pages; all times are UTC.
import { html } from 'hono/html';

export const day = (date: Date) => date.toISOString().slice(0, 'YYYY-MM-DD'.length);
export const minute = (date: Date) => date.toISOString().slice(0, 'YYYY-MM-DDTHH:MM'.length).replace('T', ' ');
export const second = (date: Date) => date.toISOString().slice(0, 'YYYY-MM-DDTHH:MM:SS'.length).replace('T', ' ');

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'always' });

/** The whole days, hours or minutes of a span, in words; negative: ago. Undefined below a minute. */
function span(milliseconds: number): string | undefined {
  const length = Math.abs(milliseconds);
  for (const [unit, size] of UNITS) {
    if (length >= size) return relative.format(Math.sign(milliseconds) * Math.floor(length / size), unit);
  }
  return undefined;
}

const ago = (date: Date, now: Date) => span(Math.min(0, date.getTime() - now.getTime())) ?? 'just now';

/** A positive span, such as `in 3 days`. */
export const inTime = (milliseconds: number) => span(milliseconds) ?? 'within a minute';

/** `now` is a time of the clock of the date, which is that of the database. */
export const timeAgo = (date: Date, now: Date) =>
  html`<time datetime="${date.toISOString()}" title="${second(date)} UTC">${ago(date, now)}</time>`;

export const dayElement = (date: Date) =>
  html`<time datetime="${date.toISOString()}" title="${second(date)} UTC">${day(date)}</time>`;

const numbers = new Intl.NumberFormat('en');

export const count = (value: number) => numbers.format(value);

export const plural = (value: number, one: string, many = `${one}s`) => `${count(value)} ${value === 1 ? one : many}`;
