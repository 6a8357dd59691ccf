// An operation of the REST reference: what it does, its parameters, body, answers and errors, beside its examples.
import { html } from 'hono/html';
import { API_BASE_PATH, DOCS_PATHS } from '../../../paths.ts';
import type { Html } from '../../pages/frame.ts';
import { routeOf } from '../guides/newest-version.ts';
import { prose } from '../layout.ts';
import { type Answer, componentOf, type Document, type Operation, type Reference } from './document.ts';
import { type CommonParts, inputOf, isOfBody, isReference } from './document-parts.ts';
import { errorList, isError } from './error-section.ts';
import { createFieldList } from './field-list.ts';
import { headerLinks, parameterTerm } from './header-sections.ts';
import { markdown } from './markdown.ts';
import { termList } from './term-list.ts';

/** Makes the sections of a document; `show` makes the examples of an operation. */
export function createOperationSection(document: Document, common: CommonParts, show: (operation: Operation) => Html) {
  const { components } = document;
  const fieldList = createFieldList(document);

  function parameters({ operationId: id, parameters: all }: Operation): Html {
    const own = all.map(componentOf).filter((component) => !common.parameters.includes(component));
    const terms = own.flatMap((component) => components.parameters[component] ?? []);
    return html`${termList(terms.map((parameter) => parameterTerm(parameter, id)))}
<p class="common">And the <a href="#request-headers">headers of every request</a>.</p>`;
  }

  const body = ({ operationId: id, requestBody, description }: Operation) =>
    requestBody?.content &&
    html`<h4 id="${id}-body">Body</h4>
${fieldList(requestBody.content['application/json'].schema, { id, within: within(id), said: description })}`;

  /** A successful answer, and 304 without a body. */
  function answer(id: string, status: string, response: Answer | Reference): Html | '' {
    const one = isReference(response) ? components.responses[componentOf(response)] : response;
    if (!one || isError(Number(status))) return '';
    const { description, content } = one;
    return html`<p><code>${status}</code> ${prose(description)} ${headerLinks(one, common)}</p>
${content && fieldList(content['application/json'].schema, { id: `${id}-answer` })}`;
  }

  return (operation: Operation): Html => {
    const { operationId: id, summary, description, method, path, responses } = operation;
    const { title } = routeOf(id).operation;
    return html`<section class="operation" id="${id}">
<h3><a href="#${id}">${title}</a></h3>
<p class="route"><span>${method}</span> <code>${API_BASE_PATH}${path}</code></p>
<div class="beside">
<div>
${summary !== title && html`<p>${summary}.</p>`}
${facts(operation)}
${markdown(description)}
<h4 id="${id}-parameters">Parameters</h4>
${parameters(operation)}
${body(operation)}
<h4 id="${id}-answer">Answer</h4>
${Object.entries(responses).map(([status, response]) => answer(id, status, response))}
<p class="common">And the <a href="#response-headers">headers of every answer</a>.</p>
<h4 id="${id}-errors">Errors</h4>
${errorList(document, common, operation)}
</div>
<div class="shown">${show(operation)}</div>
</div>
</section>`;
  };
}

/** The components of the operation's own body stand in it; the fields of its input have short ids. */
const within = (operation: string) => (component: string, id: string) => {
  if (component === inputOf(operation)) return operation;
  return isOfBody(operation, component) ? id : undefined;
};

function facts({ operationId, 'x-graphql-field': field }: Operation): Html {
  const { permission, throttled } = routeOf(operationId).operation;
  return html`<ul class="facts">
<li>Operation <code>${operationId}</code></li>
<li>Permission <code>${permission.toLowerCase()}</code></li>
${throttled && html`<li><a href="${DOCS_PATHS.guide('throttling')}">Throttled</a></li>`}
<li>GraphQL <a href="${DOCS_PATHS.graphql}#${field}"><code>${field}</code></a></li>
</ul>`;
}
