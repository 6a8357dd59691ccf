// The parts of an OpenAPI document that several operations share, and those that all of them have.
import { typeName } from '../../../openapi/bodies.ts';
import { type Answer, componentOf, type Document, operationsOf, type Reference } from './document.ts';

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

/** The schema components that one operation alone uses, with the name of that operation: they are described in it. */
export function ownedSchemas(document: Document): ReadonlyMap<string, string> {
  const users = new Map<string, string[]>();
  for (const { operationId, requestBody, responses } of operationsOf(document))
    for (const component of reached(document, [requestBody, Object.values(responses).filter(isAnswer)]))
      users.set(component, [...(users.get(component) ?? []), operationId]);
  return new Map(
    [...users].flatMap(([component, [user = '', ...others]]) => (others.length > 0 ? [] : [[component, user]])),
  );
}

/** The names of the schema components that a part of the document refers to, also by others. */
function reached(document: Document, part: unknown, found = new Set<string>()): ReadonlySet<string> {
  for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
    if (found.has(name)) continue;
    found.add(name);
    reached(document, document.components.schemas[name], found);
  }
  return found;
}

/** The names of the other schema components that fields refer to. */
export function sharedSchemas(
  { components: { schemas } }: Document,
  owned: ReadonlyMap<string, string>,
): readonly string[] {
  const fields = Object.values(schemas).flatMap(({ properties = {} }) => Object.values(properties));
  const used = fields.map(({ $ref, items }) => ({ $ref: $ref ?? items?.$ref ?? '' })).map(componentOf);
  return Object.keys(schemas).filter((component) => used.includes(component) && !owned.has(component));
}
