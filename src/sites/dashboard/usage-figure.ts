// Usage by day: a stacked bar chart, whose parts differ in pattern and color, and a table.
import { html } from 'hono/html';
import { isoDay } from '../../time.ts';
import * as reads from '../../usage/reads.ts';
import { plus } from '../../usage/recorder.ts';
import { FAILED_REQUEST_DAYS } from '../../usage/retention.ts';
import { type Column, table } from './elements.ts';
import { count, plural } from './formats.ts';

const TOTALS = { Calls: 'calls', Failed: 'failed', 'Rate limited': 'rateLimited' } as const;

export const TOTAL_COLUMNS = Object.entries(TOTALS).map(
  ([head, name]): Column<reads.UsageTotals> => ({
    head,
    class: 'end number',
    cell: (totals) => count(totals[name]),
  }),
);

/** `requests` is the address of the failed requests. */
export function usageFigure(
  heading: string,
  series: readonly reads.UsageDay[],
  requests: string,
) {
  const total = series.reduce(plus, reads.NONE);
  const title = `${heading}, last ${reads.DAYS} days`;
  const summary = inWords(total);
  return html`
<section class="card figure" aria-labelledby="figure-heading">
  <h2 id="figure-heading">${title} <span class="muted">UTC</span></h2>
  ${
    total.calls === 0
      ? html`<p class="muted">No calls in the last ${reads.DAYS} days.</p>`
      : html`
<p class="summary" data-readout>${summary}</p>
${barChart(`${title}: ${summary}`, series, requests)}
<details>
  <summary>Numbers as a table</summary>
  <div class="scroll" role="region" aria-label="Numbers as a table" tabindex="0">
    ${table('numbers', [{ head: 'Day, UTC', cell: ({ day }) => isoDay(day) }, ...TOTAL_COLUMNS], series)}
  </div>
</details>`
  }
  <p class="muted">Calls appear here within ten seconds.</p>
</section>`;
}

const inWords = ({ calls, failed, rateLimited }: reads.UsageTotals) =>
  `${plural(calls, 'call')}, ${count(failed)} failed, ${count(rateLimited)} of them rate limited`;

const KINDS = ['answered', 'failed', 'throttled'];
const WIDTH = 720;
const HEIGHT = 160;
const GAP = 4;
const MAX_LABELS = 6;

const PATTERNS = html`<defs>
  <pattern id="chart-answered" width="8" height="8" patternUnits="userSpaceOnUse">
    <rect fill="var(--answered)" width="8" height="8"/>
  </pattern>
  <pattern id="chart-failed" width="8" height="8" patternUnits="userSpaceOnUse">
    <rect fill="var(--failed)" width="8" height="8"/><path class="mark" d="M-2 2 2-2M0 8 8 0M6 10 10 6"/>
  </pattern>
  <pattern id="chart-throttled" width="8" height="8" patternUnits="userSpaceOnUse">
    <rect fill="var(--throttled)" width="8" height="8"/><path class="mark" d="M0 2H8M0 6H8"/>
  </pattern>
</defs>`;

const swatch = (kind: string) =>
  html`<svg class="swatch" viewBox="0 0 16 16" aria-hidden="true">
  <rect fill="url(#chart-${kind})" width="16" height="16"/>
</svg>`;

const LEGEND = html`<ul class="legend">
  <li>${swatch('answered')} Succeeded</li>
  <li>${swatch('failed')} Failed, other</li>
  <li>${swatch('throttled')} Rate limited</li>
</ul>`;

/** The smallest of 1, 2, 5, 10, 20 … that holds all bars. */
function topOf(most: number) {
  const size = 10 ** Math.floor(Math.log10(Math.max(1, most)));
  return size * ([1, 2, 5].find((one) => one * size >= most) ?? 10);
}

/** The SVG is stretched to the page width; its labels are HTML, which keeps their size. The last day is today. */
export function barChart(title: string, days: readonly reads.UsageDay[], requests: string) {
  const top = topOf(Math.max(...days.map(({ calls }) => calls)));
  const every = Math.ceil(days.length / MAX_LABELS);
  const dates = days
    .filter((_, index) => (days.length - 1 - index) % every === 0)
    .map(({ day }) => isoDay(day).slice(-'MM-DD'.length))
    .with(-1, 'Today')
    .map((date) => html`<span>${date}</span>`);
  const width = WIDTH / days.length;
  const bars = days.map((one, index) => {
    const { day, calls, failed, rateLimited } = one;
    const text = `${isoDay(day)}: ${inWords(one)}`;
    const left = index * width;
    let y = HEIGHT;
    // From the bottom, as in the legend.
    const parts = [calls - failed, failed - rateLimited, rateLimited];
    const stack = parts.map((part, kind) => {
      const height = (part * HEIGHT) / top;
      y -= height;
      return (
        part > 0 &&
        html`<rect fill="url(#chart-${KINDS[kind]})"
  x="${left + GAP / 2}" y="${y}" width="${width - GAP}" height="${height}"/>`
      );
    });
    const bar = html`
<g class="bar" data-text="${text}">
  <title>${text}</title>
  <rect class="hit" x="${left}" width="${width}" height="${HEIGHT}"/>
  ${stack}
</g>`;
    const hasKept = failed > 0 && days.length - index <= FAILED_REQUEST_DAYS;
    const address = `${requests}day=${isoDay(day)}`;
    return hasKept
      ? html`<a href="${address}" aria-label="${text}: failed requests">${bar}</a>`
      : bar;
  });
  return html`
<div class="chart">
  <div class="chart-y" aria-hidden="true"><span>${count(top)}</span><span>0</span></div>
  <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="group" aria-label="${title}">
    ${PATTERNS}
    <path class="grid" d="M0 0H${WIDTH}M0 ${HEIGHT}H${WIDTH}"/>
    ${bars}
  </svg>
  <div class="chart-x" aria-hidden="true">${dates}</div>
</div>
${LEGEND}`;
}
