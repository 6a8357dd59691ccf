// The errors of the REST reference, each once, and the list of those of an operation.
import { html } from 'hono/html';
import { codeOfStatus } from '../../../operation/failure.ts';
import { DOCS_PATHS } from '../../../paths.ts';
import type { Html } from '../../pages/frame.ts';
import { printJson } from '../../pages/snippets/print-literal.ts';
import { code, prose, type Section } from '../layout.ts';
import { type Answer, componentOf, type Operation } from './document.ts';
import { isReference, sharedResponses } from './document-parts.ts';
import { createFieldLists } from './field-list.ts';
import { headerLinks } from './header-sections.ts';
import type { RestReference } from './rest-reference.ts';
import { termList } from './term-list.ts';

const idOf = (component: string) => `error-${component}`;

/** 304 has no code. */
export const isError = (status: number) => codeOfStatus(status) !== undefined;

export function errorSection(reference: RestReference): Section {
  const { document } = reference;
  const { block } = createFieldLists(reference);

  function bodyOf({ content }: Answer): Html | '' {
    const body = content?.['application/json'];
    const [first, ...others] = Object.values(body?.examples ?? {});
    if (!body || !first) return '';
    if (others.length === 0) return html`<code>${JSON.stringify(first.value)}</code>`;
    const examples = [first, ...others].map(({ summary = '', value }) => code(printJson(value), summary));
    return html`${block(body.schema)}<details><summary>${examples.length} examples</summary>${examples}</details>`;
  }

  const terms = sharedResponses(document).flatMap(([component, status]) => {
    const answer = document.components.responses[component];
    if (!answer || !isError(status)) return [];
    const texts = [prose(answer.description), headerLinks(reference, answer), bodyOf(answer)];
    return { id: idOf(component), name: String(status), facts: html`<code>${codeOfStatus(status)}</code>`, texts };
  });
  return {
    id: 'errors',
    title: 'Errors',
    content: html`<p>A request that fails changes nothing. <a href="${DOCS_PATHS.guide('errors')}">Errors and their codes</a> tells how to handle them, and what GraphQL answers.</p>
${termList(terms)}`,
  };
}

/** The errors of an operation with the first sentence of each, and those of every operation. */
export function errorList({ document, common, path }: RestReference, { responses }: Operation): Html {
  const errors = Object.entries(responses).flatMap(([status, response]) =>
    isReference(response) && isError(Number(status)) ? [{ status, component: componentOf(response) }] : [],
  );
  const own = errors.filter(({ component }) => !common.responses.includes(component));
  const others = errors.filter(({ component }) => common.responses.includes(component));
  const link = ({ status, component }: (typeof errors)[number]) =>
    html`<a href="${path}#${idOf(component)}"><code>${status}</code></a>`;
  const sentence = (component: string) =>
    document.components.responses[component]?.description.split(/(?<=\.) /)[0] ?? '';
  return html`<ul class="errors">
${own.map((one) => html`<li>${link(one)} <code>${codeOfStatus(Number(one.status))}</code> ${prose(sentence(one.component))}</li>`)}
<li>As every operation: ${others.map((one, index) => html`${index > 0 && ', '}${link(one)}`)}; <a href="${DOCS_PATHS.guide('errors')}">what to do about each</a>.</li>
</ul>`;
}
