// The search entries of the REST reference: operations, parameters, fields of bodies, objects and their fields.
import type { Entry } from '../assets/rank-entries.js';
import { routeOf } from '../guides/newest-version.ts';
import { plainText } from '../html-text.ts';
import { componentOf, type Document, operationsOf, parameterId, restPath, type Schema } from '../reference/document.ts';
import { commonParts, inputOf, sharedObjects } from '../reference/document-parts.ts';

const REST = 'REST';

const entry = (title: string, heading: string, text: string | undefined, id: string): Entry => ({
  title,
  heading: heading ? `${REST} · ${heading}` : REST,
  text: plainText(text ?? ''),
  path: `${restPath()}#${id}`,
});

const fieldEntries = (heading: string, { properties = {} }: Schema, id: string): readonly Entry[] =>
  Object.entries(properties).map(([name, { description }]) => entry(name, heading, description, `${id}-${name}`));

export function restEntries(document: Document): readonly Entry[] {
  const { schemas, parameters } = document.components;
  const operations = operationsOf(document);
  const common = commonParts(document).parameters;
  const objects = sharedObjects(document);
  const schemaOf = (name: string): Schema => schemas[name] ?? {};
  /** The first operation that has a parameter, unless all have it. */
  const ownerOf = (component: string) =>
    common.includes(component)
      ? undefined
      : operations.find((one) => one.parameters.map(componentOf).includes(component))?.operationId;
  return [
    ...operations.map(({ method, path, operationId: id, summary, description }) =>
      entry(routeOf(id).operation.title, `${method} ${path} · ${id}`, `${summary}. ${description}`, id),
    ),
    ...Object.entries(parameters).map(([component, parameter]) =>
      entry(parameter.name, parameter.in, parameter.description, parameterId(parameter, ownerOf(component))),
    ),
    ...objects.map((name) => entry(name, '', schemaOf(name).description, name)),
    ...objects.flatMap((name) => fieldEntries(name, schemaOf(name), name)),
    ...operations.flatMap(({ operationId: id }) => fieldEntries(id, schemaOf(inputOf(id)), id)),
  ];
}
