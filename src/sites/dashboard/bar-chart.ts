// A chart of stacked bars as SVG; the parts of a bar differ in pattern and in colour.
import { html } from 'hono/html';
import { count } from './format.ts';

interface Bar {
  /** Below the bar, if there is room. */
  readonly label: string;
  /** The numbers of the bar as a sentence. */
  readonly text: string;
  /** What the bar links to. */
  readonly path?: string | undefined;
  /** Numbers of answered, refused and throttled calls. */
  readonly parts: readonly [number, number, number];
}

const KINDS = ['answered', 'refused', 'throttled'] as const;
type Kind = (typeof KINDS)[number];

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
${patterns}
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
  return parts.map((part, index) => {
    if (part === 0) return '';
    const height = (part / top) * HEIGHT;
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

const patterns = html`<defs>${KINDS.map(
  (kind) =>
    html`<pattern id="chart-${kind}" width="8" height="8" patternUnits="userSpaceOnUse"><rect class="ground ${kind}" width="8" height="8"/><path class="mark ${kind}" d="${SHAPES[kind]}"/></pattern>`,
)}</defs>`;

/** A sample of the pattern of a part, for the legend. */
export const swatch = (kind: Kind) =>
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
