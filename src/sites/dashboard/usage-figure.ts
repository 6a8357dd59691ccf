// Usage over a period: a chart, its legend, and the same numbers as a table.
import { html } from 'hono/html';
import { DASHBOARD_PATHS } from '../../paths.ts';
import { type Bucket, NONE, type Period, plus, type Totals } from '../../usage/reads.ts';
import { barChart, swatch } from './bar-chart.ts';
import { count, day, minute, plural } from './format.ts';
import { timeOf } from './request-time.ts';

export const PERIOD_NAMES: Record<Period, string> = { '24h': 'last 24 hours', '30d': 'last 30 days' };

export const parsePeriod = (value: string | undefined): Period => (value === '30d' ? '30d' : '24h');

interface Figure {
  readonly heading: string;
  /** The path of its page, for the links to the other period. */
  readonly path: string;
  /** Absent: all tokens. */
  readonly tokenId?: number;
  readonly period: Period;
  readonly series: readonly Bucket[];
}

/** `HH:MM` or `MM-DD`; the table has the full times. */
const barLabel = (period: Period, start: Date) =>
  period === '24h' ? minute(start).slice(-'HH:MM'.length) : day(start).slice(-'MM-DD'.length);

/** The same totals in words wherever they are. */
export const inWords = ({ calls, refused, throttled, replayed }: Totals) =>
  `${plural(calls, 'call')}, ${count(refused)} refused, ${count(throttled)} of them throttled${replayed > 0 ? `; ${count(replayed)} replayed` : ''}`;

/** The cells of a row of totals. */
export const totalCells = ({ calls, refused, throttled, replayed }: Totals) =>
  Object.entries({ Calls: calls, Refused: refused, Throttled: throttled, Replayed: replayed }).map(
    ([name, value]) => html`<td role="cell" data-label="${name}" class="end number">${count(value)}</td>`,
  );

export function usageFigure({ heading, path, tokenId, period, series }: Figure) {
  const requestsOf = ({ start }: Bucket) =>
    `${DASHBOARD_PATHS.requests}?time=${timeOf(start, period === '24h' ? 'hour' : 'day')}${tokenId === undefined ? '' : `&token=${tokenId}`}`;
  const bucketName = (bucket: Bucket) => {
    const name = period === '24h' ? minute(bucket.start) : day(bucket.start);
    return bucket.calls > 0 ? html`<a href="${requestsOf(bucket)}">${name}</a>` : name;
  };
  const total = series.reduce(plus, NONE);
  const summary = inWords(total);
  const bars = series.map((bucket) => ({
    label: barLabel(period, bucket.start),
    text: `${period === '24h' ? `${minute(bucket.start)} UTC` : day(bucket.start)}: ${inWords(bucket)}`,
    path: bucket.calls > 0 ? requestsOf(bucket) : undefined,
    parts: [bucket.calls - bucket.refused, bucket.refused - bucket.throttled, bucket.throttled] as const,
  }));
  return html`<section class="card figure" aria-labelledby="figure-heading">
<div class="figure-head"><h2 id="figure-heading">${heading}, ${PERIOD_NAMES[period]}</h2>
<ul class="switch" aria-label="Period">${(['24h', '30d'] as const).map(
    (one) =>
      html`<li><a href="${path}?period=${one}"${one === period ? html` aria-current="true"` : ''}>${one === '24h' ? '24 hours' : '30 days'}</a></li>`,
  )}</ul></div>
${
  total.calls === 0
    ? html`<p class="muted">No call in the ${PERIOD_NAMES[period]}.</p>`
    : html`<p class="summary" data-readout>${summary}</p>
${barChart(`${heading}, ${PERIOD_NAMES[period]}: ${summary}`, bars)}
<ul class="legend"><li>${swatch('answered')} Answered</li><li>${swatch('refused')} Refused, not throttled</li><li>${swatch('throttled')} Throttled</li></ul>
<details><summary>Numbers as a table</summary>
<div class="scroll" role="region" aria-label="Numbers as a table" tabindex="0"><table class="numbers"><thead><tr><th scope="col">${period === '24h' ? 'Hour from, UTC' : 'Day, UTC'}</th><th scope="col" class="end">Calls</th><th scope="col" class="end">Refused</th><th scope="col" class="end">Throttled</th><th scope="col" class="end">Replayed</th></tr></thead>
<tbody>${series.map(
        (bucket) => html`<tr><th scope="row">${bucketName(bucket)}</th>${totalCells(bucket)}</tr>`,
      )}</tbody></table></div></details>`
}
</section>`;
}
