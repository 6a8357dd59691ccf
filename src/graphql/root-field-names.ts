// What GraphQL calls an operation, for the documents of both surfaces.
import { ROOT_FIELDS } from './operations.ts';
import { schema } from './schema.ts';

/** The root field that runs an operation, such as `Mutation.createProduct`; undefined where there is none. */
export function rootFieldOf(operation: string): string | undefined {
  for (const type of [schema.getQueryType(), schema.getMutationType()]) {
    const field = Object.keys(type?.getFields() ?? {}).find((name) => ROOT_FIELDS[name]?.name === operation);
    if (type && field) return `${type.name}.${field}`;
  }
  return undefined;
}
