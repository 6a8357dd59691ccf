// The navigation of the REST reference: its versions, its operations, the sections of the page, the shared parts.
import { html } from 'hono/html';
import type { Html } from '../../pages/frame.ts';
import { routeOf } from '../guides/newest-version.ts';
import type { Section } from '../layout.ts';
import type { Operation } from './document.ts';
import { operationPath, type RestReference } from './rest-reference.ts';
import type { SharedSections } from './shared-sections.ts';

type Link = Pick<Section, 'id' | 'title'>;

/** The operations by their tags, in the order of these. */
export const operationGroups = ({ document, operations }: RestReference) =>
  document.tags
    .map((tag) => ({ ...tag, operations: operations.filter(({ tags }) => tags.includes(tag.name)) }))
    .filter((group) => group.operations.length > 0);

/** `current` is the operation of the page with its sections; absent on the first page. */
export function referenceNav(
  all: readonly RestReference[],
  reference: RestReference,
  shared: SharedSections,
  current?: { readonly operation: Operation; readonly sections: readonly Link[] },
): Html {
  const { path } = reference;
  const inner = ({ id, title }: Link) => html`<li><a href="#${id}">${title}</a></li>`;
  const operation = ({ operationId }: Operation): Html => {
    const isCurrent = operationId === current?.operation.operationId;
    return html`<li><a href="${operationPath(path, operationId)}"${isCurrent && html` aria-current="page"`}>${routeOf(operationId).operation.title}</a>
${isCurrent && html`<ul>${current?.sections.map(inner)}</ul>`}</li>`;
  };
  return html`<nav class="contents" aria-label="REST reference"><details><summary>REST reference</summary>
${all.length > 1 && versionLinks(all, reference, current?.operation)}
<ul><li><a href="${path}"${!current && html` aria-current="page"`}>Overview</a></li></ul>
${operationGroups(reference).map(
  (group) => html`<p class="group">${group.name}</p>
<ul>${group.operations.map(operation)}</ul>`,
)}
${shared.map(
  ({ title, sections }) => html`<p class="group">${title}</p>
<ul>${sections.map(({ id, title: name }) => html`<li><a href="${current ? path : ''}#${id}">${name}</a></li>`)}</ul>`,
)}
</details></nav>`;
}

/** The same page in the other versions, or their first page if they do not have the operation. */
const versionLinks = (all: readonly RestReference[], { version }: RestReference, operation?: Operation): Html => {
  const pathIn = ({ path, operations }: RestReference) =>
    operation && operations.some(({ operationId }) => operationId === operation.operationId)
      ? operationPath(path, operation.operationId)
      : path;
  return html`<p class="group">Version</p>
<ul>${all.map((other) => html`<li><a href="${pathIn(other)}"${other.version === version && html` aria-current="true"`}>${other.version.date}</a></li>`)}</ul>`;
};
