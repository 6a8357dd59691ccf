// Guide: errors and their codes (section 7, D17, D18, D35 to D37).
import { html } from 'hono/html';
import { FAILURES, FIELD_ERROR_CODES } from '../../operation/failure.ts';
import type { Html } from '../../pages/frame.ts';
import { code, prose, type Section, table } from '../layout.ts';

const failures = (): Html =>
  table(
    ['REST', 'GraphQL', 'Message'],
    Object.entries(FAILURES).map(([kind, { status, code: name, message, meaning, surface }]) => [
      surface ? '' : html`<code>${status}</code>`,
      html`<code>${name}</code>`,
      kind === 'invalid' ? 'A list of field errors, see below' : surface ? prose(meaning) : message,
    ]),
    'Failures',
  );

const fieldCodes = (): Html =>
  table(
    ['Code', 'Meaning'],
    Object.entries(FIELD_ERROR_CODES).map(([name, meaning]) => [html`<code>${name}</code>`, prose(meaning)]),
    'Codes of field errors',
  );

export const errors = (): Section => ({
  id: 'errors',
  title: 'Errors and their codes',
  content: html`<p>A request that fails changes nothing. REST tells why by its status and a body <code>{ "error": … }</code>; GraphQL
by an entry of <code>errors</code> with <code>extensions.code</code> and the same sentence.</p>
${failures()}
<p>GraphQL answers with the status of the table 401, 405, 413, 415, <code>BAD_REQUEST</code>, and 429 or 503 if no operation got through. A
document or variables that are not executed are 400 for a client that accepts <code>application/graphql-response+json</code>, else 200 as
GraphQL over HTTP asks. Every other failure is that of a field, and the status is 200.</p>
<h3 id="field-errors">Validation errors</h3>
<p>All errors of an input come at once, in field order, one for each field, at most 50. REST answers 400:</p>
${code(
  `{
  "success": false,
  "errors": [
    { "field": "rent", "code": "MIN_VALUE", "message": "Must be at least 0.01" },
    { "field": "items[0].ad_id", "code": "PRODUCT_OFFLINE", "message": "Product is not online" }
  ]
}`,
  'REST: answer, 400',
)}
<p>On GraphQL they are data of the mutation. Ask for them, and look at <code>success</code>:</p>
${code(
  `mutation ($input: CreateBundleInput!) {
  createBundle(input: $input) {
    success
    errors { field code message }
    id
  }
}`,
  'GraphQL: a mutation',
)}
${code(
  `{
  "data": {
    "createBundle": {
      "success": false,
      "errors": [
        { "field": "rent", "code": "MIN_VALUE", "message": "Must be at least 0.01" },
        { "field": "items[0].adId", "code": "PRODUCT_OFFLINE", "message": "Product is not online" }
      ],
      "id": null
    }
  }
}`,
  'GraphQL: answer, 200',
)}
<p>Variables that do not fit their GraphQL types end as one error with <code>VALIDATION_FAILED</code>, and nothing is executed.
<code>extensions.errors</code> lists the faults of all variables, each with its <code>variable</code>, <code>field</code>,
<code>code</code> and <code>message</code>.</p>
${fieldCodes()}
<p>Show people your own words by <code>code</code> and <code>field</code>; messages may change. Every answer has an
<code>X-Request-Id</code>: quote it when you report a fault.</p>`,
});
