// Usage by day, as a chart and as a table.
import { html } from 'hono/html';
import { isoDay } from '../../time.ts';
import * as reads from '../../usage/reads.ts';
import { barChart, inWords } from './bar-chart.ts';
import { type Column, table } from './elements.ts';
import { count } from './formats.ts';

const TOTALS = { Calls: 'calls', Failed: 'rejected', 'Rate limited': 'rateLimited' } as const;

export const TOTAL_COLUMNS = Object.entries(TOTALS).map(
  ([head, name]): Column<reads.UsageTotals> => ({
    head,
    class: 'end number',
    cell: (totals) => count(totals[name]),
  }),
);

export function usageFigure(heading: string, series: readonly reads.UsageDay[]) {
  const total = series.reduce(reads.plus, reads.NONE);
  const title = `${heading}, last ${reads.DAYS} days`;
  return html`
<section class="card figure" aria-labelledby="figure-heading">
  <h2 id="figure-heading">${title} <span class="muted">UTC</span></h2>
  ${
    total.calls === 0
      ? html`<p class="muted">No calls in the last ${reads.DAYS} days.</p>`
      : numbers(`${title}: `, inWords(total), series)
  }
  <p class="muted">Calls appear here within ten seconds.</p>
</section>`;
}

const DAY: Column<reads.UsageDay> = { head: 'Day, UTC', cell: ({ day }) => isoDay(day) };

const numbers = (title: string, summary: string, series: readonly reads.UsageDay[]) => html`
<p class="summary" data-readout>${summary}</p>
${barChart(title + summary, series)}
<details>
  <summary>Numbers as a table</summary>
  <div class="scroll" role="region" aria-label="Numbers as a table" tabindex="0">
    ${table('numbers', [DAY, ...TOTAL_COLUMNS], series)}
  </div>
</details>`;
