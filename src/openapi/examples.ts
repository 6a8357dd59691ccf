// The examples of a version's OpenAPI document.
import type { z } from 'zod';
import type { ZodOpenApiMediaTypeObject } from 'zod-openapi';
import type { VersionName } from '../operation/versions.ts';
import type { RestOperationName } from '../rest/routes.ts';
import { OPERATION_EXAMPLES } from './operation-examples.ts';
import { type RecordedExchange, recordedExamples } from './recorded-examples.ts';

/** The ID of an operation's example. */
export const exampleId = (operation: string, name: string) => `${operation}-${name}`;

/** The examples of all operations, with their names and IDs; `onRest` is the operation in whose document they are. */
export const EXAMPLES = Object.entries(OPERATION_EXAMPLES).flatMap(([onRest, examples]) =>
  Object.entries(examples).map(([name, example]) => ({
    operation: onRest,
    ...example,
    onRest,
    name,
    id: exampleId(onRest, name),
  })),
);

export const examplesOf = (operation: RestOperationName) =>
  EXAMPLES.filter(({ onRest }) => onRest === operation);

export type Examples = NonNullable<ZodOpenApiMediaTypeObject['examples']>;

/** A JSON body. */
export const json = (schema: z.ZodType, examples: Examples) => ({
  'application/json': { schema, examples },
});

/** The bodies of an operation's examples in a version, by name; none before they are recorded. */
export function createBodies(version: VersionName) {
  const recorded = recordedExamples(version);
  return (operation: RestOperationName, part: keyof RecordedExchange): Examples =>
    Object.fromEntries(
      examplesOf(operation).flatMap(({ id, name, summary }) => {
        const value = recorded[id]?.rest?.[part].body;
        return value ? [[name, { summary, value }]] : [];
      }),
    );
}
