// Guide: errors and their codes (section 7, D17, D18, D35 to D37).
import { type GraphQLSchema, isEnumType } from 'graphql';
import { html } from 'hono/html';
import { FAILURE_MESSAGES, type Failure, FIELD_ERROR_CODES, INTERNAL_MESSAGE } from '../../operation/failure.ts';
import { code, type Html, prose, type Section, table } from '../layout.ts';
import type { DocsSource } from '../source.ts';

/** The status on REST and the code on GraphQL of every failure; held to both surfaces by a test. */
export const FAILURE_CODES: Record<Failure['kind'] | 'internal', { readonly status: number; readonly code: string }> = {
  invalid: { status: 400, code: 'VALIDATION_FAILED' },
  unauthenticated: { status: 401, code: 'AUTH_INVALID_TOKEN' },
  forbidden: { status: 403, code: 'FORBIDDEN' },
  notFound: { status: 404, code: 'NOT_FOUND' },
  methodNotAllowed: { status: 405, code: 'METHOD_NOT_ALLOWED' },
  tooLarge: { status: 413, code: 'PAYLOAD_TOO_LARGE' },
  throttled: { status: 429, code: 'RATE_LIMITED' },
  internal: { status: 500, code: 'INTERNAL' },
  unavailable: { status: 503, code: 'UNAVAILABLE' },
};

const sentence = (kind: string): string =>
  kind === 'invalid'
    ? 'A list of field errors, see below'
    : (FAILURE_MESSAGES[kind as keyof typeof FAILURE_MESSAGES] ?? INTERNAL_MESSAGE);

const failures = (): Html =>
  table(
    ['REST', 'GraphQL', 'What it says'],
    Object.entries(FAILURE_CODES).map(([kind, { status, code: name }]) => [
      html`<code>${status}</code>`,
      html`<code>${name}</code>`,
      sentence(kind),
    ]),
    'Failures',
  );

const fieldCodes = (schema: GraphQLSchema): Html => {
  const type = schema.getType('ValidationErrorCode');
  const described = isEnumType(type) ? type.getValues() : [];
  return table(
    ['Code', 'Meaning'],
    FIELD_ERROR_CODES.map((name) => [
      html`<code>${name}</code>`,
      prose(described.find((value) => value.name === name)?.description ?? ''),
    ]),
    'Codes of field errors',
  );
};

export const errors = ({ schema }: DocsSource): Section => ({
  id: 'errors',
  title: 'Errors and their codes',
  content: html`<p>A request that fails changes nothing. REST tells why by its status and a body <code>{ "error": … }</code>; GraphQL
by an entry of <code>errors</code> with <code>extensions.code</code> and the same sentence.</p>
${failures()}
<h3 id="field-errors">What is wrong with the input</h3>
<p>All faults of an input are told at once, in field order, one for each field. REST answers 400:</p>
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
<p>Variables that don't even fit their GraphQL types end as one error with <code>VALIDATION_FAILED</code> and the same list in
<code>extensions.errors</code>.</p>
${fieldCodes(schema)}
<p>Show people your own words by <code>code</code> and <code>field</code>; messages may change. Every answer has an
<code>X-Request-Id</code>: quote it when you report a fault.</p>`,
});
