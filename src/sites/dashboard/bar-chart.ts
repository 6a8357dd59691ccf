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
/** The least height of a part, so that it can be seen. */
const MIN_PART_HEIGHT = 2;

/** The SVG is stretched to the width of the page; its labels are HTML, which keeps their size. */
export function barChart(title: string, bars: readonly Bar[]) {
  const top = roundTop(Math.max(...bars.map(({ parts }) => parts.reduce((sum, part) => sum + part, 0)), 1));
  const step = WIDTH / bars.length;
  const every = Math.ceil(bars.length / MAX_LABELS);
  return html`<div class="chart">
<div class="chart-y" aria-hidden="true"><span>${count(top)}</span><span>${count(top / 2)}</span><span>0</span></div>
<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="group" aria-label="${title}">
${patterns}
${[0, HEIGHT / 2, HEIGHT].map((y) => html`<line class="grid" x1="0" x2="${WIDTH}" y1="${y}" y2="${y}"/>`)}
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
    const height = Math.max((part / top) * HEIGHT, MIN_PART_HEIGHT);
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

/** The next number of 2, 4, 6, 8, 10, 20, 40, …; its half is the label of the middle line. */
function roundTop(value: number): number {
  for (let power = 1; ; power *= 10) {
    for (const step of [2, 4, 6, 8, 10]) if (step * power >= value) return step * power;
  }
}

const rounded = (value: number) => Math.round(value * 100) / 100;
