// The first steps of a new user: a token, a call, a product. They tick by themselves, and go when all are done or on demand.
import { html } from 'hono/html';
import { DASHBOARD_PATHS } from '../../paths.ts';
import { type FirstSteps, readFirstSteps } from '../../usage/first-steps.ts';
import type { PageContext, PageHandler } from './context.ts';
import { exampleRequests } from './example-requests.ts';
import { formTokenField } from './forms.ts';
import { areFirstStepsHidden, hideFirstSteps } from './session.ts';
import { SURFACE_NAMES } from './token-fragments.ts';

/** The query of the API settings that shows the steps also when all are done. */
const SHOWN = 'steps';

export const hideSteps: PageHandler = (c) => {
  hideFirstSteps(c);
  return c.redirect(DASHBOARD_PATHS.settings, 303);
};

/** The HTML of the steps; empty for a user who is not new. `value`: the new token, on the page that shows it. */
export async function firstSteps(c: PageContext, value?: string) {
  const { id: userId, permissions } = c.get('user');
  if (areFirstStepsHidden(c)) return '';
  const steps = await readFirstSteps(c.env.db, userId);
  if (!steps) return '';
  const canWrite = permissions.includes('WRITE');
  const list = stepsOf(steps, canWrite);
  const isDone = list.every(({ isDone }) => isDone);
  if (isDone && c.req.query(SHOWN) === undefined) return '';
  return html`<section class="card stack" aria-labelledby="first-steps-heading">
<div class="figure-head"><h2 id="first-steps-heading">First steps</h2>${!value && hideForm(c)}</div>
<ol class="steps" id="first-steps" data-live="${DASHBOARD_PATHS.settings}?${SHOWN}=1" aria-live="polite">${list.map(stepLine)}</ol>
${!value && html`<p class="visually-hidden" role="status" data-copy-status></p>`}
<p class="hint unscripted">Reload the API settings to see the next tick.</p>
<details${value && html` open`}><summary>Requests to paste into a terminal</summary>
${!value && html`<p class="hint">Set your token there first: <code>TOKEN=svc_…</code></p>`}
${await exampleRequests(c, { value, withCreate: canWrite })}</details>
</section>`;
}

interface Step {
  readonly isDone: boolean;
  readonly name: string;
  readonly text: string;
}

function stepsOf({ surface, hasProduct }: FirstSteps, canWrite: boolean): Step[] {
  const call = surface
    ? { isDone: true, name: 'First call seen', text: `The last one came over ${SURFACE_NAMES[surface]}.` }
    : { isDone: false, name: 'Send the first call', text: 'No call has come yet.' };
  const product = hasProduct
    ? { isDone: true, name: 'First product created', text: 'It is yours to read and update.' }
    : { isDone: false, name: 'Create the first product', text: 'None has been created since your first token.' };
  return [
    { isDone: true, name: 'Token created', text: 'It has your permissions.' },
    call,
    ...(canWrite ? [product] : []),
  ];
}

const TICK = html`<svg viewBox="0 0 16 16" aria-hidden="true"><path d="m4 8.5 2.7 2.7L12 5"/></svg>`;

const stepLine = ({ isDone, name, text }: Step) =>
  html`<li${isDone && html` class="done"`}>${isDone ? TICK : html`<span class="place"></span>`}<p><span class="visually-hidden">${isDone ? 'Done: ' : 'To do: '}</span><strong>${name}.</strong> <span class="muted">${text}</span></p></li>`;

const hideForm = (c: PageContext) =>
  html`<form method="post" action="${DASHBOARD_PATHS.firstSteps}">${formTokenField(c.get('user').formToken)}<button type="submit" class="quiet">Hide<span class="visually-hidden"> the first steps</span></button></form>`;
