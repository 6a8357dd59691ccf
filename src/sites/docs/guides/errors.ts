// Guide: errors and their codes (section 7, D17, D18, D35 to D37).
import { html } from 'hono/html';
import { DEMO_IDS } from '../../../demo/demo-ids.ts';
import { FAILURES, FIELD_ERROR_CODES } from '../../../operation/failure.ts';
import { API_BASE_PATH } from '../../../paths.ts';
import type { Html } from '../../pages/frame.ts';
import { prose, type Section, table } from '../layout.ts';
import { graphqlExample } from '../snippets/example-request.ts';
import { exchange } from '../snippets/languages.ts';
import type { DocsSource } from '../source.ts';

const failures = (): Html =>
  table(
    ['REST', 'GraphQL', 'Message'],
    Object.entries(FAILURES).map(([kind, { status, code: name, message, meaning, reach }]) => [
      reach === 'GRAPHQL' ? '' : html`<code>${status}</code>`,
      html`<code>${name}</code>`,
      kind === 'invalid' ? 'A list of field errors, see below' : reach === 'GRAPHQL' ? prose(meaning) : message,
    ]),
    'Failures',
  );

const fieldCodes = (): Html =>
  table(
    ['Code', 'Meaning'],
    Object.entries(FIELD_ERROR_CODES).map(([name, meaning]) => [html`<code>${name}</code>`, prose(meaning)]),
    'Codes of field errors',
  );

/** The demo owner's stove is offline. */
const stove = DEMO_IDS.products.offline;

const faults = (adId: string) => [
  { field: `items[0].${adId}`, code: 'PRODUCT_OFFLINE', message: 'Product is not online' },
  { field: 'rent', code: 'MIN_VALUE', message: 'Must be at least 0.01' },
];

export const errors = ({ origin }: DocsSource): Section => ({
  id: 'errors',
  title: 'Errors and their codes',
  content: html`<p>A request that fails changes nothing. REST tells why by its status and a body <code>{ "error": … }</code>; GraphQL
by an entry of <code>errors</code> with <code>extensions.code</code> and the same sentence.</p>
${failures()}
<p>GraphQL answers with the status of the table 401, 405, 413, 415, <code>BAD_REQUEST</code>, and 429 or 503 if no operation got through. A
document or variables that are not executed are 400 for a client that accepts <code>application/graphql-response+json</code>, else 200 as
GraphQL over HTTP asks. Every other failure is that of a field, and the status is 200.</p>
<h3 id="field-errors">Validation errors</h3>
<p>All errors of an input come at once, in field order, one for each field, at most 50. REST answers 400, here for an item that is
offline and a rent of 0:</p>
${exchange(origin, {
  id: 'refused',
  label: 'REST: a bundle with two faults',
  method: 'POST',
  path: `${API_BASE_PATH}/bundle`,
  body: { bundle: { title: 'Camping weekend', rent: 0, items: [{ ad_id: stove, quantity: 1 }] } },
  status: 400,
  answer: { success: false, errors: faults('ad_id') },
})}
<p>On GraphQL they are data of the mutation. Ask for them, and look at <code>success</code>:</p>
${exchange(
  origin,
  graphqlExample({
    id: 'refused-graphql',
    label: 'GraphQL: the same bundle',
    query:
      'mutation ($input: CreateBundleInput!) { createBundle(input: $input) { success errors { field code message } id } }',
    variables: { input: { title: 'Camping weekend', rent: 0, items: [{ adId: stove, quantity: 1 }] } },
    answer: { data: { createBundle: { success: false, errors: faults('adId'), id: null } } },
  }),
)}
<p>Variables that do not fit their GraphQL types end as one error with <code>VALIDATION_FAILED</code>, and nothing is executed.
<code>extensions.errors</code> lists the faults of all variables, each with its <code>variable</code>, <code>field</code>,
<code>code</code> and <code>message</code>.</p>
${fieldCodes()}
<p>Show people your own words by <code>code</code> and <code>field</code>; messages may change. Every answer has an
<code>X-Request-Id</code>: quote it when you report a fault.</p>`,
});
