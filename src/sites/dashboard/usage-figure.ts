// Usage over a period: a chart of stacked bars as SVG, whose parts differ in pattern and in colour, and the same numbers as a table.
import { html } from 'hono/html';
import { DASHBOARD_PATHS } from '../../paths.ts';
import { type Bucket, NONE, type Period, plus, type UsageTotals } from '../../usage/reads.ts';
import { count, day, minute, plural } from './format.ts';
import { type Column, table } from './layout.ts';

export const PERIOD_NAMES: Record<Period, string> = { '24h': 'last 24 hours', '30d': 'last 30 days' };

export const parsePeriod = (value: string | undefined): Period => (value === '30d' ? '30d' : '24h');

export const inWords = ({ calls, refused, throttled, replayed }: UsageTotals) =>
  `${plural(calls, 'call')}, ${count(refused)} refused, ${count(throttled)} of them throttled${replayed > 0 ? `; ${count(replayed)} replayed` : ''}`;

export const TOTAL_COLUMNS = (['calls', 'refused', 'throttled', 'replayed'] as const).map(
  (name): Column<UsageTotals> => ({
    head: name.charAt(0).toUpperCase() + name.slice(1),
    class: 'end number',
    cell: (totals) => count(totals[name]),
  }),
);

/** `path` is that of its page, for the links to the other period; without an id of all tokens. */
export function usageFigure(
  heading: string,
  path: string,
  period: Period,
  series: readonly Bucket[],
  tokenId?: number,
) {
  const isHours = period === '24h';
  const nameOf = ({ start }: Bucket) => (isHours ? minute(start) : day(start));
  const requestsOf = ({ start }: Bucket) =>
    `${DASHBOARD_PATHS.requests}?time=${isHours ? start.toISOString().slice(0, 'YYYY-MM-DDTHH'.length) : day(start)}${tokenId === undefined ? '' : `&token=${tokenId}`}`;
  const total = series.reduce(plus, NONE);
  const summary = inWords(total);
  const bars = series.map((bucket) => ({
    // `HH:MM` or `MM-DD`; the table has the full times.
    label: nameOf(bucket).slice(-'MM-DD'.length),
    text: `${nameOf(bucket)}${isHours ? ' UTC' : ''}: ${inWords(bucket)}`,
    path: bucket.calls > 0 ? requestsOf(bucket) : undefined,
    parts: [bucket.calls - bucket.refused, bucket.refused - bucket.throttled, bucket.throttled] as const,
  }));
  const bucketColumn: Column<Bucket> = {
    head: isHours ? 'Hour from, UTC' : 'Day, UTC',
    cell: (bucket) => (bucket.calls > 0 ? html`<a href="${requestsOf(bucket)}">${nameOf(bucket)}</a>` : nameOf(bucket)),
  };
  return html`<section class="card figure" aria-labelledby="figure-heading">
<div class="figure-head"><h2 id="figure-heading">${heading}, ${PERIOD_NAMES[period]}</h2>
<ul class="switch" aria-label="Period">${Object.keys(PERIOD_NAMES).map(
    (one) =>
      html`<li><a href="${path}?period=${one}"${one === period && html` aria-current="true"`}>${one === '24h' ? '24 hours' : '30 days'}</a></li>`,
  )}</ul></div>
${
  total.calls === 0
    ? html`<p class="muted">No call in the ${PERIOD_NAMES[period]}.</p>`
    : html`<p class="summary" data-readout>${summary}</p>
${barChart(`${heading}, ${PERIOD_NAMES[period]}: ${summary}`, bars)}
<ul class="legend"><li>${swatch('answered')} Answered</li><li>${swatch('refused')} Refused, not throttled</li><li>${swatch('throttled')} Throttled</li></ul>
<details><summary>Numbers as a table</summary>
<div class="scroll" role="region" aria-label="Numbers as a table" tabindex="0">${table('numbers', [bucketColumn, ...TOTAL_COLUMNS], series)}</div></details>`
}
</section>`;
}

interface Bar {
  readonly label: string;
  readonly text: string;
  readonly path?: string | undefined;
  /** Numbers of answered, refused and throttled calls. */
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

/** The SVG is stretched to the width of the page; its labels are HTML, which keeps their size. */
export function barChart(title: string, bars: readonly Bar[]) {
  const marks = marksUpTo(Math.max(...bars.map(({ parts }) => parts.reduce((sum, part) => sum + part, 0))));
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

/** The marks of an axis from its top down to 0, in whole steps of 1, 2, 2.5 or 5 times a power of ten. */
function marksUpTo(peak: number): number[] {
  const least = Math.max(peak / MAX_STEPS, 1);
  const power = 10 ** Math.floor(Math.log10(least));
  const steps = [1, 2, 2.5, 5, 10].map((step) => step * power);
  const step = steps.find((one) => one >= least && Number.isInteger(one)) ?? least;
  const most = Math.max(Math.ceil(peak / step), 1);
  return Array.from({ length: most + 1 }, (_, index) => (most - index) * step);
}

const rounded = (value: number) => Math.round(value * 100) / 100;
