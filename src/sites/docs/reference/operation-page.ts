// The page of one REST operation: notes, parameters, body, answers, errors and examples.
import { html } from 'hono/html';
import { API_BASE_PATH, DOCS_PATHS } from '../../../paths.ts';
import type { Html } from '../../pages/frame.ts';
import { routeOf } from '../guides/newest-version.ts';
import { prose, type Section } from '../layout.ts';
import { type Answer, componentOf, type Operation, type Reference } from './document.ts';
import { isReference } from './document-parts.ts';
import { errorList, isError } from './error-section.ts';
import { createFieldLists } from './field-list.ts';
import { headerLinks, parameterTerm } from './header-sections.ts';
import { markdown } from './markdown.ts';
import type { RestReference } from './rest-reference.ts';
import { termList } from './term-list.ts';
import { versionNote } from './version-note.ts';

/** The first example stands beside the text, the others below it. */
export function operationContent(
  { version }: RestReference,
  operation: Operation,
  sections: readonly Section[],
  [example, ...others]: readonly Html[],
): Html {
  const { operationId, method, path, description } = operation;
  const more = moreExamples(operation);
  return html`<h1>${routeOf(operationId).operation.title}</h1>
<p class="route"><span>${method}</span> <code>${API_BASE_PATH}${path}</code></p>
${version.stage !== 'active' && versionNote(version)}
<div class="beside">
<div>
${facts(operation)}
${markdown(description)}
${sections.map(({ id, title, content }) => html`<h2 id="${id}"><a href="#${id}">${title}</a></h2>${content}`)}
</div>
<div class="shown">${example}</div>
</div>
${others.length > 0 && html`<h2 id="${more.id}">${more.title}</h2>${others}`}`;
}

/** The place of the examples behind the first. */
export const moreExamples = ({ operationId }: Operation) => ({
  id: `${operationId}-examples`,
  title: 'More examples',
});

export function operationSections(reference: RestReference, operation: Operation): readonly Section[] {
  const { document, common, path } = reference;
  const { operationId: id, parameters, requestBody, responses, description } = operation;
  const { block } = createFieldLists(reference);

  const own = parameters.map(componentOf).filter((component) => !common.parameters.includes(component));
  const terms = own.flatMap((component) => document.components.parameters[component] ?? []);

  /** A successful answer, and 304 without a body. */
  function answer(status: string, response: Answer | Reference): Html | '' {
    const one = isReference(response) ? document.components.responses[componentOf(response)] : response;
    if (!one || isError(Number(status))) return '';
    return html`<p><code>${status}</code> ${prose(one.description)} ${headerLinks(reference, one)}</p>
${one.content && block(one.content['application/json'].schema)}`;
  }

  return [
    {
      id: `${id}-parameters`,
      title: 'Parameters',
      content: html`${termList(terms.map((parameter) => parameterTerm(reference, parameter, id)))}
<p class="common">And the <a href="${path}#request-headers">headers of every request</a>.</p>`,
    },
    ...(requestBody?.content
      ? [
          {
            id: `${id}-body`,
            title: 'Body',
            content: block(requestBody.content['application/json'].schema, description),
          },
        ]
      : []),
    {
      id: `${id}-answer`,
      title: 'Response',
      content: html`${Object.entries(responses).map(([status, response]) => answer(status, response))}
<p class="common">And the <a href="${path}#response-headers">headers of every response</a>.</p>`,
    },
    { id: `${id}-errors`, title: 'Errors', content: errorList(reference, operation) },
  ];
}

function facts({ operationId, summary, 'x-graphql-field': field }: Operation): Html {
  const { title, permission, throttled } = routeOf(operationId).operation;
  return html`${summary !== title && html`<p>${summary}.</p>`}
<ul class="facts">
<li>Operation <code>${operationId}</code></li>
<li>Permission <code>${permission.toLowerCase()}</code></li>
${throttled && html`<li><a href="${DOCS_PATHS.guide('throttling')}">Throttled</a></li>`}
<li>GraphQL <a href="${DOCS_PATHS.graphql}#${field}"><code>${field}</code></a></li>
</ul>`;
}
