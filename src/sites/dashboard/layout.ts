// The layout of every dashboard page: navigation, user, content; shared elements, facts and tables; and formats for
// times, numbers and browsers. All times are UTC.
import { html } from 'hono/html';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { DASHBOARD_PATHS } from '../../paths.ts';
import { DAY_MILLISECONDS, HOUR_MILLISECONDS } from '../../time.ts';
import { frame, type Html, topBar } from '../pages/frame.ts';
import { createStaticAssets, ICON, TOP_BAR_STYLES } from '../pages/static-assets.ts';
import type { PageContext, SessionUser } from './context.ts';
import { formTokenField } from './forms.ts';

const file = (name: string) => new URL(`./assets/${name}`, import.meta.url);

export const ASSETS = createStaticAssets(DASHBOARD_PATHS.assets, {
  style: [...TOP_BAR_STYLES, file('dashboard.css')],
  script: [file('dashboard.js')],
  icon: [ICON],
});

const SECTIONS = {
  Tokens: DASHBOARD_PATHS.settings,
  Usage: DASHBOARD_PATHS.usage,
  'Failed requests': DASHBOARD_PATHS.requests,
  Versions: DASHBOARD_PATHS.versions,
  Activity: DASHBOARD_PATHS.activity,
  Account: DASHBOARD_PATHS.account,
};

interface Page {
  readonly title: string;
  readonly content: Html;
  /** Highlighted in the navigation; set for a page below the one with this title. */
  readonly section?: keyof typeof SECTIONS;
  /** A form's error: it is named in the title, and the status defaults to 400. */
  readonly error?: unknown;
  readonly status?: ContentfulStatusCode | undefined;
}

/** The response with a page; without a session it has no sections. */
export function respondPage(c: PageContext, { title, content, section, error, status }: Page) {
  const user: SessionUser | undefined = c.get('user');
  const current = section ?? (Object.hasOwn(SECTIONS, title) ? title : undefined);
  const behindSince = current && c.get('behindSince');
  const page = frame({
    title: error ? `Error: ${title}` : title,
    assets: ASSETS.paths,
    scripts: [ASSETS.paths.script],
    body: html`${topBar('dashboard')}
${user && html`<header class="top"><div class="top-inner">${navigation(c, user, current)}</div></header>`}
<main id="content" tabindex="-1">
${behindSince && html`<p class="note warning" role="status">Calls since ${minute(behindSince)} UTC may be missing here: the service is still counting them.</p>`}
${content}
</main>`,
  });
  return c.html(page, status ?? (error ? 400 : 200));
}

/** Pages only mention versions once there are two. */
export const hasVersions = ({ env }: PageContext): boolean => env.versions.list().length > 1;

const navigation = (
  c: PageContext,
  { name, email, formToken, mustChangePassword }: SessionUser,
  current?: string,
) => {
  const sections = Object.entries(SECTIONS).filter(
    ([title]) => title !== 'Versions' || hasVersions(c),
  );
  return html`
${
  !mustChangePassword &&
  html`<nav class="tabs" aria-label="Dashboard"><ul>${sections.map(
    ([title, path]) =>
      html`<li><a href="${path}"${title === current && html` aria-current="page"`}>${title}</a></li>`,
  )}</ul></nav>`
}
<form class="account" method="post" action="${DASHBOARD_PATHS.signOut}">${formTokenField(formToken)}<span class="account-name" title="${email}"><bdi>${name}</bdi></span> <button class="quiet" type="submit">Sign out</button></form>`;
};

export const respondProblem = (
  c: PageContext,
  status: ContentfulStatusCode,
  title: string,
  text: string,
) =>
  respondPage(c, {
    title,
    status,
    content: html`<div class="narrow"><h1>${title}</h1><p>${text}</p><p><a href="${DASHBOARD_PATHS.settings}">To the API settings</a></p></div>`,
  });

/** Names with their values; omits false and null values. */
export const facts = (values: Readonly<Record<string, Html | string | false | null | undefined>>) =>
  html`<dl class="facts">${Object.entries(values).map(
    ([name, value]) => value && html`<div><dt>${name}</dt><dd>${value}</dd></div>`,
  )}</dl>`;

/** A table column; the first one names the row. */
export interface Column<Row> {
  readonly head: string;
  readonly cell: (row: Row) => unknown;
  /** Shown beside the value on a narrow screen, if it differs from the head. */
  readonly label?: string;
  readonly class?: string;
}

/** The hidden head of a column of buttons. */
export const ACTIONS = 'Actions';

/**
 * `name` is the table's classes, `rowName` a row's. Roles, because browsers don't treat a table shown as cards as a
 * table.
 */
export function table<Row>(
  name: string,
  columns: readonly (Column<Row> | false)[],
  rows: readonly Row[],
  rowName: (row: Row) => string | false = () => false,
) {
  const shown = columns.filter((column) => column !== false);
  const named = (given: string | false | undefined) => given && html` class="${given}"`;
  const heads = shown.map(({ head, class: classes = '' }) =>
    head === ACTIONS
      ? html`<th role="columnheader" scope="col"><span class="visually-hidden">${head}</span></th>`
      : html`<th role="columnheader" scope="col"${named(/^end\b/.test(classes) && 'end')}>${head}</th>`,
  );
  const cells = (row: Row) =>
    shown.map(({ head, cell, label = head, class: classes }, index) => {
      const content = cell(row);
      if (index === 0)
        return html`<th role="rowheader" scope="row"${named(classes)}>${content}</th>`;
      const isLabelled = content && head !== ACTIONS;
      return html`<td role="cell"${isLabelled && html` data-label="${label}"`}${named(classes)}>${content}</td>`;
    });
  return html`<table class="${name}" role="table"><thead role="rowgroup"><tr role="row">${heads}</tr></thead>
<tbody role="rowgroup">${rows.map((row) => html`<tr role="row"${named(rowName(row))}>${cells(row)}</tr>`)}</tbody></table>`;
}

export const day = (date: Date) => date.toISOString().slice(0, 'YYYY-MM-DD'.length);
export const minute = (date: Date) =>
  date.toISOString().slice(0, 'YYYY-MM-DDTHH:MM'.length).replace('T', ' ');
export const second = (date: Date) =>
  date.toISOString().slice(0, 'YYYY-MM-DDTHH:MM:SS'.length).replace('T', ' ');

const UNITS = { day: DAY_MILLISECONDS, hour: HOUR_MILLISECONDS, minute: 60_000 } as const;
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'always' });

/** The whole days, hours or minutes of a time span, as text; negative: ago. Undefined below a minute. */
function span(milliseconds: number): string | undefined {
  const length = Math.abs(milliseconds);
  const [unit, size] = Object.entries(UNITS).find(([, one]) => length >= one) ?? [];
  if (unit === undefined || size === undefined) return undefined;
  return relative.format(
    Math.sign(milliseconds) * Math.floor(length / size),
    unit as keyof typeof UNITS,
  );
}

/** A positive span, such as `in 3 days`. */
export const inTime = (milliseconds: number) => span(milliseconds) ?? 'within a minute';

const timeElement = (date: Date, text: string) =>
  html`<time datetime="${date.toISOString()}" title="${second(date)} UTC">${text}</time>`;

/** `now` is by the same clock as the date, the database's. */
export const timeAgo = (date: Date, now: Date) =>
  timeElement(date, span(Math.min(0, date.getTime() - now.getTime())) ?? 'just now');

export const dayElement = (date: Date) => timeElement(date, day(date));

export const count = new Intl.NumberFormat('en').format;

export const plural = (value: number, one: string) =>
  `${count(value)} ${value === 1 ? one : `${one}s`}`;

/** In search order, because most browsers name others too. */
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

/** A short name for a browser, from its User-Agent, such as "Firefox on Linux". */
export function agentName(agent: string | null): string {
  if (!agent) return 'Unknown browser';
  const [browser, system] = [found(BROWSERS, agent), found(SYSTEMS, agent)];
  if (browser) return system ? `${browser} on ${system}` : browser;
  return agent.length > AGENT_MAX_LENGTH
    ? `${agent.slice(0, AGENT_MAX_LENGTH).toWellFormed()}…`
    : agent;
}
