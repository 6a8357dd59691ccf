// A stacked bar chart, whose parts differ in pattern and color.
import { html } from 'hono/html';
import { count } from './formats.ts';

interface Bar {
  /** Below the bar. */
  readonly label: string;
  /** What the bar shows, in words. */
  readonly text: string;
  /** From the bottom: calls that succeeded, failed, and were rate limited. */
  readonly parts: readonly [number, number, number];
}

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

const total = ({ parts }: Bar) => parts.reduce((sum, part) => sum + part);

/** The SVG is stretched to the page width; its labels are HTML, which keeps their size. */
export function barChart(title: string, bars: readonly Bar[]) {
  const top = Math.max(1, ...bars.map(total));
  const every = Math.ceil(bars.length / MAX_LABELS);
  const labels = bars.filter((_, index) => index % every === 0);
  const width = WIDTH / bars.length;
  return html`
<div class="chart">
  <div class="chart-y" aria-hidden="true"><span>${count(top)}</span><span>0</span></div>
  <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${title}">
    ${PATTERNS}
    <path class="grid" d="M0 0H${WIDTH}M0 ${HEIGHT}H${WIDTH}"/>
    ${bars.map((bar, index) => barElement(bar, HEIGHT / top, index * width, width))}
  </svg>
  <div class="chart-x" aria-hidden="true">${labels.map(({ label }) => html`<span>${label}</span>`)}</div>
</div>
${LEGEND}`;
}

function barElement({ text, parts }: Bar, scale: number, left: number, width: number) {
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
