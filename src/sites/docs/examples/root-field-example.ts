// The example of a field of Query or Mutation: the first of its operation.
import { ROOT_FIELDS } from '../../../graphql/schema.ts';
import { OPERATION_EXAMPLES } from '../../../openapi/examples.ts';
import { ROUTES } from '../../../rest/routes.ts';
import type { Example } from './example.ts';

/** Undefined for a field that runs no operation. */
export function rootFieldExample(rootField: string, label: string): Example | undefined {
  const id = `${rootField}-example`;
  // REST reads a bundle as a product.
  if (rootField === ROOT_FIELDS.readBundle)
    return { ...OPERATION_EXAMPLES.readProduct.bundle, id, label, operation: 'readProduct' };
  const operation = ROUTES.map((route) => route.operation.name).find((name) => ROOT_FIELDS[name] === rootField);
  return operation && { ...Object.values(OPERATION_EXAMPLES[operation])[0], id, label, operation };
}
