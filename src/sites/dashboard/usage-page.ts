// Usage over a period: the page of all tokens together, and of each one that is usable or was used, in pages; its CSV
// file; the stacked bar chart, whose parts differ in pattern and color, and the same numbers as a table.
import { html } from 'hono/html';
import { pageOf, tokensMatching } from '../../accounts/token-list.ts';
import { stateOf } from '../../accounts/token-rules.ts';
import { listTokens, type TokenRow } from '../../accounts/tokens.ts';
import { DASHBOARD_PATHS } from '../../paths.ts';
import * as reads from '../../usage/reads.ts';
import type { PageContext, PageHandler } from './context.ts';
import {
  type Column,
  count,
  day,
  minute,
  plural,
  respondPage,
  respondProblem,
  table,
} from './layout.ts';
import { choiceRule, csvLink, faultNote, pageLinks, parseQuery, respondCsv } from './lists.ts';
import { SURFACE_NAMES, stateBadge, TOKEN_RULES, tokenFilterForm } from './tokens.ts';

const PERIOD_NAMES: Record<reads.Period, string> = {
  '24h': 'last 24 hours',
  '30d': 'last 30 days',
};

export const parsePeriod = (value: string | undefined): reads.Period =>
  value === '30d' ? '30d' : '24h';

export const totalsInWords = ({ calls, refused, throttled, replayed }: reads.UsageTotals) =>
  `${plural(calls, 'call')}, ${count(refused)} failed, ${count(throttled)} of them rate limited${replayed > 0 ? `; ${count(replayed)} replayed` : ''}`;

const TOTALS = {
  Calls: 'calls',
  Failed: 'refused',
  'Rate limited': 'throttled',
  Replayed: 'replayed',
} as const;

const TOTAL_COLUMNS = Object.entries(TOTALS).map(
  ([head, name]): Column<reads.UsageTotals> => ({
    head,
    class: 'end number',
    cell: (totals) => count(totals[name]),
  }),
);

/** `path` is the page's, for the links to the other period; without an ID, the usage of all tokens. */
export function usageFigure(
  heading: string,
  path: string,
  period: reads.Period,
  series: readonly reads.Bucket[],
  tokenId?: number,
) {
  const isHours = period === '24h';
  const nameOf = ({ start }: reads.Bucket) => (isHours ? minute(start) : day(start));
  const requestsOf = ({ start }: reads.Bucket) =>
    `${DASHBOARD_PATHS.requests}?time=${isHours ? start.toISOString().slice(0, 'YYYY-MM-DDTHH'.length) : day(start)}${tokenId === undefined ? '' : `&token=${tokenId}`}`;
  const total = series.reduce(reads.plus, reads.NONE);
  const summary = totalsInWords(total);
  const bars = series.map((bucket) => ({
    // `HH:MM` or `MM-DD`; the table has the full times.
    label: nameOf(bucket).slice(-'MM-DD'.length),
    text: `${nameOf(bucket)}${isHours ? ' UTC' : ''}: ${totalsInWords(bucket)}`,
    path: bucket.calls > 0 ? requestsOf(bucket) : undefined,
    parts: [
      bucket.calls - bucket.refused,
      bucket.refused - bucket.throttled,
      bucket.throttled,
    ] as const,
  }));
  const bucketColumn: Column<reads.Bucket> = {
    head: isHours ? 'Hour from, UTC' : 'Day, UTC',
    cell: (bucket) =>
      bucket.calls > 0
        ? html`<a href="${requestsOf(bucket)}">${nameOf(bucket)}</a>`
        : nameOf(bucket),
  };
  return html`<section class="card figure" aria-labelledby="figure-heading">
<div class="figure-head"><h2 id="figure-heading">${heading}, ${PERIOD_NAMES[period]} <span class="muted">UTC</span></h2>
<ul class="switch" aria-label="Period">${Object.keys(PERIOD_NAMES).map(
    (one) =>
      html`<li><a href="${path}?period=${one}"${one === period && html` aria-current="true"`}>${one === '24h' ? '24 hours' : '30 days'}</a></li>`,
  )}</ul></div>
${
  total.calls === 0
    ? html`<p class="muted">No calls in the ${PERIOD_NAMES[period]}.</p>`
    : html`<p class="summary" data-readout>${summary}</p>
${barChart(`${heading}, ${PERIOD_NAMES[period]}: ${summary}`, bars)}
<ul class="legend"><li>${swatch('answered')} Succeeded</li><li>${swatch('refused')} Failed</li><li>${swatch('throttled')} Rate limited</li></ul>
<details><summary>Numbers as a table</summary>
<div class="scroll" role="region" aria-label="Numbers as a table" tabindex="0">${table('numbers', [bucketColumn, ...TOTAL_COLUMNS], series)}</div></details>`
}
</section>`;
}

interface Bar {
  readonly label: string;
  readonly text: string;
  readonly path?: string | undefined;
  /** The numbers of successful, failed and rate limited calls. */
  readonly parts: readonly [number, number, number];
}

const SHAPES = { answered: '', refused: 'M-2 2 2-2M0 8 8 0M6 10 10 6', throttled: 'M0 2H8M0 6H8' };
type Kind = keyof typeof SHAPES;
const KINDS = Object.keys(SHAPES) as Kind[];

const WIDTH = 720;
const HEIGHT = 160;
const GAP = 4;
const MAX_LABELS = 6;
const MAX_STEPS = 6;

/** The SVG is stretched to the page width; its labels are HTML, which keeps their size. */
export function barChart(title: string, bars: readonly Bar[]) {
  const marks = marksUpTo(
    Math.max(...bars.map(({ parts }) => parts.reduce((sum, part) => sum + part, 0))),
  );
  const [top = 1] = marks;
  const step = WIDTH / bars.length;
  const every = Math.ceil(bars.length / MAX_LABELS);
  return html`<div class="chart">
<div class="chart-y" aria-hidden="true">${marks.map((mark) => html`<span>${count(mark)}</span>`)}</div>
<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="group" aria-label="${title}">
${PATTERNS}
${marks.map((mark) => rounded(HEIGHT - (mark / top) * HEIGHT)).map((y) => html`<line class="grid" x1="0" x2="${WIDTH}" y1="${y}" y2="${y}"/>`)}
${bars.map(
  (
    { text, path, parts },
    index,
  ) => html`${path && html`<a href="${path}" aria-label="${text}">`}<g class="bar" data-text="${text}"><title>${text}</title>
<rect class="hit" x="${rounded(index * step)}" y="0" width="${rounded(step)}" height="${HEIGHT}"/>${stack(parts, top, index * step, step)}</g>${path && html`</a>`}`,
)}
</svg>
<div class="chart-x" aria-hidden="true">${bars.filter((_, index) => index % every === 0).map(({ label }) => html`<span>${label}</span>`)}</div>
</div>`;
}

function stack(parts: Bar['parts'], top: number, left: number, step: number) {
  let bottom = HEIGHT;
  return KINDS.map((kind, index) => {
    const height = ((parts[index] ?? 0) / top) * HEIGHT;
    if (height === 0) return '';
    bottom -= height;
    return html`<rect class="${kind}" fill="url(#chart-${kind})" x="${rounded(left + GAP / 2)}" y="${rounded(bottom)}" width="${rounded(step - GAP)}" height="${rounded(height)}"/>`;
  });
}

const PATTERNS = html`<defs>${KINDS.map(
  (kind) =>
    html`<pattern id="chart-${kind}" width="8" height="8" patternUnits="userSpaceOnUse"><rect fill="var(--${kind})" width="8" height="8"/><path class="mark" d="${SHAPES[kind]}"/></pattern>`,
)}</defs>`;

const swatch = (kind: Kind) =>
  html`<svg class="swatch" viewBox="0 0 16 16" aria-hidden="true"><rect fill="url(#chart-${kind})" width="16" height="16"/></svg>`;

/** The ticks of an axis from the top down to 0, in whole steps of 1, 2, 2.5 or 5 times a power of ten. */
function marksUpTo(peak: number): number[] {
  const least = Math.max(peak / MAX_STEPS, 1);
  const power = 10 ** Math.floor(Math.log10(least));
  const steps = [1, 2, 2.5, 5, 10].map((step) => step * power);
  const step = steps.find((one) => one >= least && Number.isInteger(one)) ?? least;
  const most = Math.max(Math.ceil(peak / step), 1);
  return Array.from({ length: most + 1 }, (_, index) => (most - index) * step);
}

const rounded = (value: number) => Math.round(value * 100) / 100;

const ORDERS = {
  calls: 'Most calls',
  refused: 'Most failed',
  throttled: 'Most rate limited',
  name: 'Name',
} as const;
const RULES = { ...TOKEN_RULES, sort: choiceRule('order', ORDERS) };

async function readUsedTokens(c: PageContext) {
  const { db } = c.env;
  const [{ id: userId }, now] = [c.get('user'), c.get('now')];
  const period = parsePeriod(c.req.query('period'));
  const { values: filter, fault } = parseQuery(c.req.query(), RULES);
  const [all, matching] = await Promise.all([
    listTokens(db, userId, tokensMatching({}, now)),
    listTokens(db, userId, tokensMatching(filter, now)),
  ]);
  const ids = all.map(({ id }) => id);
  const totals = await reads.readTotals(db, ids, period, now);
  // A token with a successor is part of its row.
  const used = (tokens: readonly TokenRow[]) =>
    tokens
      .filter(({ successor }) => !successor)
      .map((token) => ({ token, ...totals(token.id) }))
      .filter(({ token, calls }) => calls > 0 || stateOf(token, now) === 'usable');
  const { sort = 'calls' } = filter;
  const tokens = used(matching).toSorted((one, other) =>
    sort === 'name' ? one.token.name.localeCompare(other.token.name) : other[sort] - one[sort],
  );
  return {
    period,
    filter,
    fault,
    tokens,
    counts: { all: used(all).length, matching: tokens.length },
  };
}

export const usagePage: PageHandler = async (c) => {
  const now = c.get('now');
  const { period, filter, fault, tokens, counts } = await readUsedTokens(c);
  const series = await reads.readSeries(c.env.db, { userId: c.get('user').id }, period, now);
  const { page, ...kept } = { ...filter, period };
  const { rows, ...place } = pageOf(tokens, page ?? 1);
  const path = DASHBOARD_PATHS.usage;
  const columns: Column<reads.UsageTotals & { readonly token: TokenRow }>[] = [
    {
      head: 'Token',
      cell: ({ token }) =>
        html`<a href="${DASHBOARD_PATHS.token(token.id)}"><bdi>${token.name}</bdi></a> ${stateBadge(token, now)}`,
    },
    ...TOTAL_COLUMNS,
  ];
  const found =
    rows.length > 0
      ? html`<div class="card flush">${table('cards compact', columns, rows)}</div>`
      : html`<p>No tokens match.</p>`;
  return respondPage(c, {
    title: 'Usage',
    status: fault ? 400 : 200,
    content: html`<h1>Usage</h1>
${
  counts.all === 0 && !fault
    ? html`<p>You don’t have a token yet. <a href="${DASHBOARD_PATHS.newToken}">Create your first one</a>.</p>`
    : html`${usageFigure('All tokens', path, period, series)}
<section aria-labelledby="each"><div class="figure-head"><h2 id="each">Each token, ${PERIOD_NAMES[period]}</h2>${rows.length > 0 && csvLink(DASHBOARD_PATHS.usageCsv, kept)}</div>
${tokenFilterForm(c, path, filter, counts, ORDERS, period)}
${fault ? faultNote(fault) : html`${found}${pageLinks(path, place, kept)}`}</section>`
}`,
  });
};

/** The file's name, and the heading of its time column. */
const NAMES = { '24h': ['hours', 'Hour (UTC)'], '30d': ['days', 'Day (UTC)'] } as const;

export const usageCsv: PageHandler = async (c) => {
  const { period, fault, tokens } = await readUsedTokens(c);
  if (fault) return respondProblem(c, 400, 'Invalid filter', fault);
  const byId = new Map(tokens.map(({ token }) => [token.id, token]));
  const [name, heading] = NAMES[period];
  const rows = reads.readUsageRows(c.env.db, [...byId.keys()], period, c.get('now'));
  return respondCsv(c, `usage-${name}`, rows, {
    [heading]: ({ start }) => (period === '24h' ? minute(start) : day(start)),
    'Token ID': ({ tokenId }) => tokenId,
    Token: ({ tokenId }) => byId.get(tokenId)?.name,
    'Last four': ({ tokenId }) => byId.get(tokenId)?.lastFour,
    API: ({ surface }) => SURFACE_NAMES[surface],
    Calls: ({ calls }) => calls,
    Failed: ({ refused }) => refused,
    'Rate limited': ({ throttled }) => throttled,
    Replayed: ({ replayed }) => replayed,
  });
};
