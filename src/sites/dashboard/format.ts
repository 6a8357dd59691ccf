// The formats of times, numbers and browsers on the pages; all times are UTC.

import { html } from 'hono/html';
import { DAY_MILLISECONDS, HOUR_MILLISECONDS } from '../../time.ts';

export const day = (date: Date) => date.toISOString().slice(0, 'YYYY-MM-DD'.length);
export const minute = (date: Date) => date.toISOString().slice(0, 'YYYY-MM-DDTHH:MM'.length).replace('T', ' ');
export const second = (date: Date) => date.toISOString().slice(0, 'YYYY-MM-DDTHH:MM:SS'.length).replace('T', ' ');

const UNITS = { day: DAY_MILLISECONDS, hour: HOUR_MILLISECONDS, minute: 60_000 } as const;
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'always' });

/** The whole days, hours or minutes of a span, in words; negative: ago. Undefined below a minute. */
function span(milliseconds: number): string | undefined {
  const length = Math.abs(milliseconds);
  const [unit, size] = Object.entries(UNITS).find(([, one]) => length >= one) ?? [];
  if (unit === undefined || size === undefined) return undefined;
  return relative.format(Math.sign(milliseconds) * Math.floor(length / size), unit as keyof typeof UNITS);
}

/** A positive span, such as `in 3 days`. */
export const inTime = (milliseconds: number) => span(milliseconds) ?? 'within a minute';

const timeElement = (date: Date, text: string) =>
  html`<time datetime="${date.toISOString()}" title="${second(date)} UTC">${text}</time>`;

/** `now` is a time of the clock of the date, which is that of the database. */
export const timeAgo = (date: Date, now: Date) =>
  timeElement(date, span(Math.min(0, date.getTime() - now.getTime())) ?? 'just now');

export const dayElement = (date: Date) => timeElement(date, day(date));

export const count = new Intl.NumberFormat('en').format;

export const plural = (value: number, one: string) => `${count(value)} ${value === 1 ? one : `${one}s`}`;

/** In the order of the search: most browsers name others, too. */
const BROWSERS = {
  Edge: /\bEdg(?:e|A|iOS)?\//,
  Opera: /\b(?:OPR|OPT|Opera)\//,
  'Samsung Internet': /\bSamsungBrowser\//,
  Firefox: /\b(?:Firefox|FxiOS)\//,
  Chrome: /\b(?:Chrome|Chromium|HeadlessChrome|CriOS)\//,
  Safari: /\bVersion\/[\d.]+ .*\bSafari\//,
};

const SYSTEMS = {
  iPhone: /\biPhone\b/,
  iPad: /\biPad\b/,
  Android: /\bAndroid\b/,
  Windows: /\bWindows\b/,
  macOS: /\bMac OS X\b/,
  ChromeOS: /\bCrOS\b/,
  Linux: /\bLinux\b/,
};

const found = (patterns: Readonly<Record<string, RegExp>>, agent: string) =>
  Object.entries(patterns).find(([, pattern]) => pattern.test(agent))?.[0];

const AGENT_MAX_LENGTH = 60;

/** A short name for the browser of a person, made of its User-Agent, such as "Firefox on Linux". */
export function agentName(agent: string | null): string {
  if (!agent) return 'Unknown browser';
  const [browser, system] = [found(BROWSERS, agent), found(SYSTEMS, agent)];
  if (browser) return system ? `${browser} on ${system}` : browser;
  return agent.length > AGENT_MAX_LENGTH ? `${agent.slice(0, AGENT_MAX_LENGTH).toWellFormed()}…` : agent;
}
