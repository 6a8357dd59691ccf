// A chart of stacked bars as SVG: parts are told apart by pattern as well as by colour.
import { html } from 'hono/html';
import { count } from './time.ts';

export interface Bar {
  /** Below the bar, where there is room. */
  readonly label: string;
  /** What the bar says in words. */
  readonly text: string;
  /** Answered, refused, throttled. */
  readonly parts: readonly [number, number, number];
}

interface Chart {
  readonly title: string;
  readonly bars: readonly Bar[];
}

const KINDS = ['answered', 'refused', 'throttled'] as const;
type Kind = (typeof KINDS)[number];

const WIDTH = 720;
const HEIGHT = 160;
const GAP = 4;
const LABELS = 6;

/** The picture is stretched to its place; words stand around it as HTML, so that they keep their size. */
export function barChart({ title, bars }: Chart) {
  const top = roundTop(Math.max(...bars.map(({ parts }) => parts.reduce((sum, part) => sum + part, 0)), 1));
  const step = WIDTH / bars.length;
  const every = Math.ceil(bars.length / LABELS);
  return html`<div class="chart">
<div class="chart-y" aria-hidden="true"><span>${count(top)}</span><span>${count(top / 2)}</span><span>0</span></div>
<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${title}">
${patterns('chart')}
${[0, HEIGHT / 2, HEIGHT].map((y) => html`<line class="grid" x1="0" x2="${WIDTH}" y1="${y}" y2="${y}"/>`)}
${bars.map(
  ({ text, parts }, index) => html`<g class="bar" data-text="${text}"><title>${text}</title>
<rect class="hit" x="${rounded(index * step)}" y="0" width="${rounded(step)}" height="${HEIGHT}"/>${stack(parts, top, index * step, step)}</g>`,
)}
</svg>
<div class="chart-x" aria-hidden="true">${bars.filter((_, index) => index % every === 0).map(({ label }) => html`<span>${label}</span>`)}</div>
</div>`;
}

function stack(parts: Bar['parts'], top: number, left: number, step: number) {
  let bottom = HEIGHT;
  return parts.map((part, index) => {
    if (part === 0) return '';
    const height = Math.max((part / top) * HEIGHT, 2);
    bottom -= height;
    const kind = KINDS[index] ?? 'answered';
    return html`<rect class="${kind}" fill="url(#chart-${kind})" x="${rounded(left + GAP / 2)}" y="${rounded(bottom)}" width="${rounded(step - GAP)}" height="${rounded(height)}"/>`;
  });
}

const SHAPES: Record<Kind, string> = {
  answered: '',
  refused: 'M-2 2 2-2M0 8 8 0M6 10 10 6',
  throttled: 'M0 2H8M0 6H8',
};

const patterns = (id: string) =>
  html`<defs>${KINDS.map(
    (kind) =>
      html`<pattern id="${id}-${kind}" width="8" height="8" patternUnits="userSpaceOnUse"><rect class="ground ${kind}" width="8" height="8"/><path class="mark ${kind}" d="${SHAPES[kind]}"/></pattern>`,
  )}</defs>`;

/** A sample of a part, for the legend. */
export const swatch = (kind: Kind) =>
  html`<svg class="swatch" viewBox="0 0 16 16" aria-hidden="true"><rect fill="url(#chart-${kind})" width="16" height="16"/></svg>`;

/** The next of 2, 4, 6, 8, 10, 20, 40, … so that half of it is a round number too. */
function roundTop(value: number): number {
  for (let power = 1; ; power *= 10) {
    for (const step of [2, 4, 6, 8, 10]) if (step * power >= value) return step * power;
  }
}

const rounded = (value: number) => Math.round(value * 100) / 100;
