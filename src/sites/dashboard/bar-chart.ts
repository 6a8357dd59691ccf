// A stacked bar chart, whose parts differ in pattern and color.
import { html } from 'hono/html';
import { count } from './formats.ts';

interface Bar {
  /** Below the bar. */
  readonly label: string;
  /** What the bar shows, in words. */
  readonly text: string;
  /** Its parts, from the bottom. */
  readonly parts: Readonly<Record<Kind, number>>;
}

const SHAPES = {
  answered: '',
  failed: 'M-2 2 2-2M0 8 8 0M6 10 10 6',
  throttled: 'M0 2H8M0 6H8',
};
type Kind = keyof typeof SHAPES;
const KINDS = Object.keys(SHAPES) as Kind[];
const NAMES = { answered: 'Succeeded', failed: 'Failed', throttled: 'Rate limited' };

const WIDTH = 720;
const HEIGHT = 160;
const GAP = 4;
const MAX_LABELS = 6;

const rounded = (value: number) => Math.round(value * 100) / 100;

const heightOf = ({ parts }: Bar) => parts.answered + parts.failed + parts.throttled;

/** The SVG is stretched to the page width; its labels are HTML, which keeps their size. */
export function barChart(title: string, bars: readonly Bar[]) {
  const top = Math.max(1, ...bars.map(heightOf));
  const every = Math.ceil(bars.length / MAX_LABELS);
  const labels = bars.filter((_, index) => index % every === 0);
  const step = WIDTH / bars.length;
  return html`
<div class="chart">
  <div class="chart-y" aria-hidden="true"><span>${count(top)}</span><span>0</span></div>
  <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${title}">
    <defs>${KINDS.map(pattern)}</defs>
    ${[0, HEIGHT].map((y) => html`<line class="grid" x1="0" x2="${WIDTH}" y1="${y}" y2="${y}"/>`)}
    ${bars.map((bar, index) => barElement(bar, { top, left: index * step, width: step }))}
  </svg>
  <div class="chart-x" aria-hidden="true">${labels.map(({ label }) => html`<span>${label}</span>`)}</div>
</div>
<ul class="legend">${KINDS.map((kind) => html`<li>${swatch(kind)} ${NAMES[kind]}</li>`)}</ul>`;
}

interface Place {
  readonly top: number;
  readonly left: number;
  readonly width: number;
}

const barElement = (bar: Bar, place: Place) => html`
<g class="bar" data-text="${bar.text}">
  <title>${bar.text}</title>
  <rect class="hit" x="${rounded(place.left)}" y="0" width="${rounded(place.width)}" height="${HEIGHT}"/>
  ${stack(bar, place)}
</g>`;

function stack({ parts }: Bar, { top, left, width }: Place) {
  let bottom = HEIGHT;
  return KINDS.map((kind) => {
    const height = (parts[kind] / top) * HEIGHT;
    if (height === 0) return '';
    bottom -= height;
    return html`<rect class="${kind}" fill="url(#chart-${kind})"
      x="${rounded(left + GAP / 2)}" y="${rounded(bottom)}"
      width="${rounded(width - GAP)}" height="${rounded(height)}"/>`;
  });
}

const pattern = (kind: Kind) => html`
<pattern id="chart-${kind}" width="8" height="8" patternUnits="userSpaceOnUse">
  <rect fill="var(--${kind})" width="8" height="8"/>
  <path class="mark" d="${SHAPES[kind]}"/>
</pattern>`;

const swatch = (kind: Kind) =>
  html`<svg class="swatch" viewBox="0 0 16 16" aria-hidden="true">
  <rect fill="url(#chart-${kind})" width="16" height="16"/>
</svg>`;
