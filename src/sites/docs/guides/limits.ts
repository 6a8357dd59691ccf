// Guide: the limits of requests and of GraphQL answers (D11, D45).
import { html } from 'hono/html';
import { MAX_ANSWER_LENGTH, VALUE_LENGTH } from '../../../graphql/limits/answer-length.ts';
import { DOCUMENT_LIMITS } from '../../../graphql/limits/document-limits.ts';
import { FAILURES } from '../../../operation/failure.ts';
import { type Section, table } from '../layout.ts';

const MEBIBYTE = 2 ** 20;

const number = (value: number) => value.toLocaleString('en');

export const limits = (): Section => ({
  id: 'limits',
  title: 'Limits of requests',
  content: html`<p>A body has at most 1 MiB and 32 levels, on both surfaces. A GraphQL document within that has at most</p>
${table(
  ['Number of', 'At most'],
  [
    ['Levels of fields and fragments', number(DOCUMENT_LIMITS.depth)],
    ['Aliases', number(DOCUMENT_LIMITS.aliases)],
    ['Directives', number(DOCUMENT_LIMITS.directives)],
    ['Tokens', number(DOCUMENT_LIMITS.tokens)],
    [
      'Cost: 1 for a field, 2 for an object, each level one and a half times the level above',
      number(DOCUMENT_LIMITS.cost),
    ],
    ['Characters of a name', number(DOCUMENT_LIMITS.nameLength)],
    [html`Fields <code>__schema</code> and <code>__type</code>`, number(DOCUMENT_LIMITS.introspections)],
  ],
  'Limits of GraphQL documents',
)}
<p>A document beyond them is refused with <code>${FAILURES.invalidDocument.code}</code>; the message names the limit, and nothing is
executed. Aliases, directives and cost count again wherever a fragment is used. Errors of documents over 8,000 characters have no
<code>locations</code>.</p>
<p>An answer has at most ${MAX_ANSWER_LENGTH / MEBIBYTE} MiB, where each value counts ${VALUE_LENGTH} bytes beside its text and its name. The fields for which there is no room are null, with the error
<code>${FAILURES.answerTooLarge.code}</code>; a write is done nevertheless. Ask for them in another request.</p>`,
});
