// Usage over a period, as a chart and as a table.
import { html } from 'hono/html';
import { isoDay } from '../../time.ts';
import * as reads from '../../usage/reads.ts';
import { barChart } from './bar-chart.ts';
import { type Column, table } from './elements.ts';
import { count, minute, plural } from './formats.ts';

export const PERIODS: Record<reads.Period, string> = { '24h': '24 hours', '30d': '30 days' };

export const parsePeriod = (value: string | undefined): reads.Period =>
  value === '30d' ? '30d' : '24h';

const inWords = ({ calls, refused, throttled }: reads.UsageTotals) =>
  `${plural(calls, 'call')}, ${count(refused)} failed, ${count(throttled)} of them rate limited`;

const TOTALS = { Calls: 'calls', Failed: 'refused', 'Rate limited': 'throttled' } as const;

export const TOTAL_COLUMNS = Object.entries(TOTALS).map(
  ([head, name]): Column<reads.UsageTotals> => ({
    head,
    class: 'end number',
    cell: (totals) => count(totals[name]),
  }),
);

/** `path` is the page's, for the links to the other period. */
export function usageFigure(
  heading: string,
  path: string,
  period: reads.Period,
  series: readonly reads.Bucket[],
) {
  const total = series.reduce(reads.plus, reads.NONE);
  const title = `${heading}, last ${PERIODS[period]}`;
  return html`
<section class="card figure" aria-labelledby="figure-heading">
  <div class="figure-head">
    <h2 id="figure-heading">${title} <span class="muted">UTC</span></h2>
    <ul class="switch" aria-label="Period">
      ${Object.entries(PERIODS).map(
        ([one, name]) =>
          html`<li><a href="${path}?period=${one}"${one === period && html` aria-current="true"`}>${name}</a></li>`,
      )}
    </ul>
  </div>
  ${
    total.calls === 0
      ? html`<p class="muted">No calls in the last ${PERIODS[period]}.</p>`
      : numbers(`${title}: `, inWords(total), period, series)
  }
</section>`;
}

function numbers(
  title: string,
  summary: string,
  period: reads.Period,
  series: readonly reads.Bucket[],
) {
  const isHours = period === '24h';
  const nameOf = ({ start }: reads.Bucket) => (isHours ? minute(start) : isoDay(start));
  const bars = series.map((bucket) => ({
    // `HH:MM` or `MM-DD`; the table has the full times.
    label: nameOf(bucket).slice(-'MM-DD'.length),
    text: `${nameOf(bucket)}: ${inWords(bucket)}`,
    parts: {
      answered: bucket.calls - bucket.refused,
      refused: bucket.refused - bucket.throttled,
      throttled: bucket.throttled,
    },
  }));
  const time = { head: isHours ? 'Hour from, UTC' : 'Day, UTC', cell: nameOf };
  return html`
<p class="summary" data-readout>${summary}</p>
${barChart(title + summary, bars)}
<details>
  <summary>Numbers as a table</summary>
  <div class="scroll" role="region" aria-label="Numbers as a table" tabindex="0">
    ${table('numbers', [time, ...TOTAL_COLUMNS], series)}
  </div>
</details>`;
}
