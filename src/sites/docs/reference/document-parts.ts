// The parts of an OpenAPI document that several operations share, and those that all of them have.
import { typeName } from '../../../openapi/bodies.ts';
import { type Answer, componentOf, type Document, operationsOf, type Reference, type Schema } from './document.ts';

export const isReference = (part: Answer | Reference): part is Reference => '$ref' in part;

const isAnswer = (part: Answer | Reference): part is Answer => !isReference(part);

/** The names of components that every operation has. */
export function commonParts(document: Document) {
  const operations = operationsOf(document);
  const responses = operations.map((operation) => Object.values(operation.responses));
  return {
    parameters: inAll(operations.map(({ parameters }) => parameters.map(componentOf))),
    responses: inAll(responses.map((all) => all.filter(isReference).map(componentOf))),
    headers: inAll(
      responses.flatMap((all) => all.filter(isAnswer).map(({ headers }) => Object.values(headers).map(componentOf))),
    ),
  };
}

export type CommonParts = ReturnType<typeof commonParts>;

const inAll = ([first = [], ...others]: readonly (readonly string[])[]): readonly string[] =>
  first.filter((name) => others.every((list) => list.includes(name)));

/** The names of response components with their statuses, in this order. */
export function sharedResponses(document: Document): readonly (readonly [name: string, status: number])[] {
  const used = operationsOf(document).flatMap(({ responses }) =>
    Object.entries(responses).flatMap(([status, one]) =>
      isReference(one) ? [[componentOf(one), Number(status)] as const] : [],
    ),
  );
  return [...new Map(used)].toSorted(([, a], [, b]) => a - b);
}

/** The header components that answers have, with the names of their headers. */
export function sharedHeaders(document: Document): ReadonlyMap<string, string> {
  const answers = [
    ...operationsOf(document).flatMap(({ responses }) => Object.values(responses).filter(isAnswer)),
    ...Object.values(document.components.responses),
  ];
  return new Map(
    answers.flatMap(({ headers }) => Object.entries(headers).map(([name, one]) => [componentOf(one), name] as const)),
  );
}

/** The component with the fields of the operation's body, whose ids begin with the name of the operation. */
export const inputOf = (operation: string) => typeName(operation, 'Input');

/** Whether a component is a part of the operation's own body, in which it is described. */
export const isOfBody = (operation: string, component: string) => component.startsWith(typeName(operation, ''));

/** The names of schema components that fields of others refer to, without the parts of bodies. */
export function sharedObjects(document: Document): readonly string[] {
  const { schemas } = document.components;
  const names = operationsOf(document).map(({ operationId }) => operationId);
  const used = Object.values(schemas)
    .flatMap(({ properties = {} }) => Object.values(properties).flatMap((field) => [field, field.items ?? {}]))
    .flatMap((field: Schema) => (field.$ref ? [componentOf(field as Reference)] : []));
  return Object.keys(schemas).filter(
    (component) => used.includes(component) && !names.some((name) => isOfBody(name, component)),
  );
}
