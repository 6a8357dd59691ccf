// Usage by day as a stacked bar chart, whose parts differ in pattern and color.
import { html } from 'hono/html';
import { isoDay } from '../../time.ts';
import type { UsageDay, UsageTotals } from '../../usage/reads.ts';
import { count, plural } from './formats.ts';

export const inWords = ({ calls, rejected, rateLimited }: UsageTotals) =>
  `${plural(calls, 'call')}, ${count(rejected)} failed, ${count(rateLimited)} of them rate limited`;

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
  <li>${swatch('failed')} Failed</li>
  <li>${swatch('throttled')} Rate limited</li>
</ul>`;

/** The SVG is stretched to the page width; its labels are HTML, which keeps their size. */
export function barChart(title: string, days: readonly UsageDay[]) {
  const top = Math.max(1, ...days.map(({ calls }) => calls));
  const every = Math.ceil(days.length / MAX_LABELS);
  const dates = days
    .filter((_, index) => index % every === 0)
    .map(({ day }) => html`<span>${isoDay(day).slice(-'MM-DD'.length)}</span>`);
  const width = WIDTH / days.length;
  return html`
<div class="chart">
  <div class="chart-y" aria-hidden="true"><span>${count(top)}</span><span>0</span></div>
  <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${title}">
    ${PATTERNS}
    <path class="grid" d="M0 0H${WIDTH}M0 ${HEIGHT}H${WIDTH}"/>
    ${days.map((day, index) => barElement(day, HEIGHT / top, index * width, width))}
  </svg>
  <div class="chart-x" aria-hidden="true">${dates}</div>
</div>
${LEGEND}`;
}

function barElement(one: UsageDay, scale: number, left: number, width: number) {
  const { day, calls, rejected, rateLimited } = one;
  const text = `${isoDay(day)}: ${inWords(one)}`;
  /** From the bottom, as in the legend. */
  const parts = [calls - rejected, rejected - rateLimited, rateLimited];
  let y = HEIGHT;
  const stack = parts.map((part, index) => {
    y -= part * scale;
    return (
      part > 0 &&
      html`<rect fill="url(#chart-${KINDS[index]})"
  x="${left + GAP / 2}" y="${y}" width="${width - GAP}" height="${part * scale}"/>`
    );
  });
  return html`
<g class="bar" data-text="${text}">
  <title>${text}</title>
  <rect class="hit" x="${left}" width="${width}" height="${HEIGHT}"/>
  ${stack}
</g>`;
}
