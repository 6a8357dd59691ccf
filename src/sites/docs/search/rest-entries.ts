// The search entries of the REST reference: operations, parameters, fields of bodies, objects and their fields.
import type { Entry } from '../assets/rank-entries.js';
import { routeOf } from '../guides/newest-version.ts';
import { plainText } from '../html-text.ts';
import { componentOf, parameterId } from '../reference/document.ts';
import { sharedSchemas } from '../reference/document-parts.ts';
import { operationPath, prefixOf, type RestReference, schemaPath } from '../reference/rest-reference.ts';

const REST = 'REST';

const entry = (title: string, heading: string, text: string | undefined, path: string): Entry => ({
  title,
  heading: heading ? `${REST} · ${heading}` : REST,
  text: plainText(text ?? ''),
  path,
});

export function restEntries(reference: RestReference): readonly Entry[] {
  const { document, operations, common, owned, path } = reference;
  const { schemas, parameters } = document.components;
  const shared = sharedSchemas(document, owned);
  const objects = Object.entries(schemas).filter(([name]) => owned.has(name) || shared.includes(name));
  const pageOf = (operation: string | undefined) => (operation ? operationPath(path, operation) : path);
  /** The first operation that has a parameter, unless all have it. */
  const ownerOf = (component: string) =>
    common.parameters.includes(component)
      ? undefined
      : operations.find((one) => one.parameters.map(componentOf).includes(component))?.operationId;
  return [
    ...operations.map(({ method, path: template, operationId: id, summary, description }) =>
      entry(routeOf(id).operation.title, `${method} ${template} · ${id}`, `${summary}. ${description}`, pageOf(id)),
    ),
    ...Object.entries(parameters).map(([component, parameter]) => {
      const owner = ownerOf(component);
      const address = `${pageOf(owner)}#${parameterId(parameter, owner)}`;
      return entry(parameter.name, parameter.in, parameter.description, address);
    }),
    ...objects.map(([name, { description }]) => entry(name, '', description, schemaPath(reference, name))),
    ...objects.flatMap(([name, { properties = {} }]) =>
      Object.entries(properties).map(([field, { description }]) => {
        const start = `${pageOf(owned.get(name))}#${prefixOf(reference, name)}`;
        return entry(field, name, description, `${start}-${field}`);
      }),
    ),
  ];
}
