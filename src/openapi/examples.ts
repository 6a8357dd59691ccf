// The examples of a version's OpenAPI document.
import type { z } from 'zod';
import type { ZodOpenApiMediaTypeObject } from 'zod-openapi';
import type { VersionName } from '../operation/versions.ts';
import type { RestOperationName } from '../rest/routes.ts';
import { OPERATION_EXAMPLES } from './operation-examples.ts';
import { type RecordedExchange, recordedExamples } from './recorded-examples.ts';

/** The ID of an operation's example. */
export const exampleId = (operation: string, name: string) => `${operation}-${name}`;

export type Examples = NonNullable<ZodOpenApiMediaTypeObject['examples']>;

/** A JSON body. */
export const json = (schema: z.ZodType, examples: Examples | undefined) => ({
  'application/json': { schema, ...(examples && { examples }) },
});

/** The bodies of an operation's examples in a version, by name; undefined if there are none. */
export function createExamples(version: VersionName) {
  const examples = recordedExamples(version);
  return (operation: RestOperationName, part: keyof RecordedExchange) => {
    const bodies = Object.entries(OPERATION_EXAMPLES[operation]).flatMap(
      ([name, { summary }]) => {
        const value = examples[exampleId(operation, name)]?.rest?.[part].body;
        return value ? [[name, { summary, value }] as const] : [];
      },
    );
    return bodies.length > 0 ? Object.fromEntries(bodies) : undefined;
  };
}
