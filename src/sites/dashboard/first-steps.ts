// A new user's first steps: a token, a call, a product. They check themselves off, and disappear when done or on
// demand. Also requests to paste: to read and create a product in each API, and to try a version.
import { html } from 'hono/html';
import { exampleId, recordedExamples } from '../../openapi/examples.ts';
import { DASHBOARD_PATHS, GRAPHQL_PATH, productPath } from '../../paths.ts';
import { type FirstSteps, readFirstSteps } from '../../usage/reads.ts';
import { printCurl } from '../pages/snippets.ts';
import type { PageContext, PageHandler } from './context.ts';
import { formTokenField } from './forms.ts';
import { areFirstStepsHidden, hideFirstSteps } from './session.ts';
import { SURFACE_NAMES } from './tokens.ts';

/** The query of the API settings that shows the steps even if all are done. */
const SHOWN = 'steps';

export const hideSteps: PageHandler = (c) => {
  hideFirstSteps(c);
  return c.redirect(DASHBOARD_PATHS.settings, 303);
};

/** The HTML of the steps; empty for a user who is no longer new. `value`: the new token, on the page that shows it. */
export async function firstSteps(c: PageContext, value?: string) {
  const { id: userId, permissions } = c.get('user');
  if (areFirstStepsHidden(c)) return '';
  const steps = await readFirstSteps(c.env.db, userId);
  if (!steps) return '';
  const canWrite = permissions.includes('WRITE');
  const list = stepsOf(steps, canWrite);
  if (list.every(([isDone]) => isDone) && c.req.query(SHOWN) === undefined) return '';
  return html`<section class="card stack" aria-labelledby="first-steps-heading">
<div class="figure-head"><h2 id="first-steps-heading">First steps</h2>${!value && hideForm(c)}</div>
<ol class="steps" id="first-steps" data-live="${DASHBOARD_PATHS.settings}?${SHOWN}=1" aria-live="polite">${list.map(stepItem)}</ol>
${!value && html`<p class="visually-hidden" role="status" data-copy-status></p>`}
<p class="hint unscripted">Reload the page to see your progress.</p>
<details${value && html` open`}><summary>Commands to paste into a terminal</summary>
${!value && html`<p class="hint">First set your token: <code>TOKEN=svc_…</code></p>`}
${await exampleRequests(c, value, canWrite)}</details>
</section>`;
}

type Step = readonly [isDone: boolean, name: string, text: string];

function stepsOf({ surface, hasProduct }: FirstSteps, canWrite: boolean): Step[] {
  const call: Step = surface
    ? [true, 'First call received', `Your last call used ${SURFACE_NAMES[surface]}.`]
    : [false, 'Send your first call', 'No calls yet.'];
  const product: Step = hasProduct
    ? [true, 'First product created', 'You can read and update it.']
    : [false, 'Create your first product', 'No product created yet.'];
  return [
    [true, 'Token created', 'It has your permissions.'],
    call,
    ...(canWrite ? [product] : []),
  ];
}

const TICK = html`<svg viewBox="0 0 16 16" aria-hidden="true"><path d="m4 8.5 2.7 2.7L12 5"/></svg>`;

const stepItem = ([isDone, name, text]: Step) =>
  html`<li${isDone && html` class="done"`}>${isDone ? TICK : html`<span class="place"></span>`}<p><span class="visually-hidden">${isDone ? 'Done: ' : 'To do: '}</span><strong>${name}.</strong> <span class="muted">${text}</span></p></li>`;

const hideForm = (c: PageContext) =>
  html`<form method="post" action="${DASHBOARD_PATHS.firstSteps}">${formTokenField(c.get('user').formToken)}<button type="submit" class="quiet">Hide<span class="visually-hidden"> the first steps</span></button></form>`;

/** `value` is the token's, if known. */
export async function exampleRequests(
  c: PageContext,
  value: string | undefined,
  withCreate = false,
) {
  const productId = await productToRead(c);
  const paste = (id: string, title: string, request: Parameters<typeof printCurl>[1]) => {
    const curl = printCurl(c.env.config.publicOrigin, request);
    const header = '"Authorization: Bearer $TOKEN"';
    return toPaste(
      id,
      title,
      value ? curl.replace(header, () => `'Authorization: Bearer ${value}'`) : curl,
    );
  };
  const id = productId ?? 1;
  const created = recordedExamples(c.env.versions.newest())[exampleId('createProduct', 'bulk')];
  // Without a product there is nothing to read.
  const isReadable = productId !== undefined || !withCreate;
  return html`<div class="stack">
${
  isReadable && [
    paste('rest-request', 'Read a product over REST', { method: 'GET', path: productPath(id) }),
    paste('graphql-request', 'Read it over GraphQL', {
      method: 'POST',
      path: GRAPHQL_PATH,
      query: READ,
      body: { variables: { id } },
    }),
  ]
}
${
  withCreate && [
    created?.rest && paste('rest-create', 'Create a product over REST', created.rest.request),
    created?.graphql && paste('graphql-create', 'Create one over GraphQL', created.graphql.request),
  ]
}
</div>`;
}

const READ = `query ($id: ID!) {
  product(id: $id) { id title rent online }
}`;

/** The token's value is unknown here. */
export async function versionRequest(c: PageContext, version: string) {
  const path = productPath((await productToRead(c)) ?? 1);
  const request = { method: 'GET', path, headers: { 'service-version': version } } as const;
  return toPaste(
    'try-newest',
    `Try ${version} with one request`,
    printCurl(c.env.config.publicOrigin, request),
  );
}

async function productToRead({ env, get }: PageContext): Promise<number | undefined> {
  const where = { ownerId: get('user').id, type: 'PRODUCT' } as const;
  return (await env.db.product.findFirst({ where, select: { id: true } }))?.id;
}

export const toPaste = (
  id: string,
  title: string,
  text: string,
  heading = html`<h2>${title}</h2>`,
) =>
  html`<div class="paste"><div class="paste-head">${heading}<button type="button" class="quiet" data-copy="${id}" hidden>Copy<span class="visually-hidden"> “${title}”</span></button></div>
<pre id="${id}" tabindex="0" role="group" aria-label="${title}"><code>${text}</code></pre></div>`;
