// The headers of requests and of answers in the REST reference, and the links to them.
import { html } from 'hono/html';
import type { Html } from '../../pages/frame.ts';
import { prose, type Section } from '../layout.ts';
import { describeType } from './describe-type.ts';
import { type Answer, componentOf, type Parameter, parameterId } from './document.ts';
import { sharedHeaders } from './document-parts.ts';
import type { RestReference } from './rest-reference.ts';
import { type Term, termList } from './term-list.ts';

/** A parameter of an operation, or one of all. */
export const parameterTerm = (reference: RestReference, parameter: Parameter, operation?: string): Term => ({
  id: parameterId(parameter, operation),
  name: parameter.name,
  facts: html`${parameter.in}, ${describeType(reference, parameter.schema)}${parameter.required && html` <strong>required</strong>`}`,
  texts: [prose(parameter.description)],
});

/** The token, and the parameters of every operation. */
export function requestHeaders(reference: RestReference): Section {
  const { document, common } = reference;
  const { parameters, securitySchemes } = document.components;
  const tokens = Object.entries(securitySchemes).map(([id, { name, description }]) => ({
    id,
    name: name ?? 'Authorization',
    facts: name ? 'query, string' : 'header, Bearer and the token',
    texts: [prose(description)],
  }));
  const headers = common.parameters.flatMap((name) => parameters[name] ?? []);
  return {
    id: 'request-headers',
    title: 'Request headers',
    content: termList([...tokens, ...headers.map((header) => parameterTerm(reference, header))]),
  };
}

export function responseHeaders({ document, common }: RestReference): Section {
  const list = (isCommon: boolean) =>
    termList(
      [...sharedHeaders(document)].flatMap(([component, name]) => {
        const header = document.components.headers[component];
        if (!header || common.headers.includes(component) !== isCommon) return [];
        const { example } = header.schema;
        const facts = example === undefined ? '' : html`<code>${example}</code>`;
        return { id: `header-${component}`, name, facts, texts: [prose(header.description)] };
      }),
    );
  return {
    id: 'response-headers',
    title: 'Response headers',
    content: html`<p>Every response of an operation has these:</p>${list(true)}<p>And some have these:</p>${list(false)}`,
  };
}

/** Links to the headers of an answer that not every answer has; empty if it has no such header. */
export function headerLinks({ common, path }: RestReference, { headers }: Answer): Html | '' {
  const own = Object.entries(headers)
    .map(([name, header]) => ({ name, component: componentOf(header) }))
    .filter(({ component }) => !common.headers.includes(component));
  if (own.length === 0) return '';
  return html`Headers: ${own.map(({ name, component }, index) => html`${index > 0 && ', '}<a href="${path}#header-${component}"><code>${name}</code></a>`)}`;
}
