// What a document selects of a record: the shape of the row that is loaded for it, and whether it repeats values.
import { queryFromInfo } from '@pothos/plugin-prisma';
import { type GraphQLResolveInfo, type OperationDefinitionNode, visit } from 'graphql';
import type { RowShape } from '../operation/operation.ts';
import { LONG_FIELDS } from '../products/product-rows.ts';

/** The row to load for the field of `info`. Every selection of a shape has the same query, so that documents share batches. */
export function rowShapeOf(context: object, info: GraphQLResolveInfo): RowShape {
  const { select = {} } = queryFromInfo({ context, info });
  return { longTexts: LONG_FIELDS.some((name) => name in select), items: 'items' in select };
}

const repeating = new WeakMap<OperationDefinitionNode, boolean>();

/** Whether a document may select a value of a record twice: by an alias, or of a product seen as a bundle. */
export function repeatsValues({ operation, fragments }: GraphQLResolveInfo): boolean {
  const known = repeating.get(operation);
  if (known !== undefined) return known;
  let repeats = false;
  for (const node of [operation, ...Object.values(fragments)]) {
    visit(node, {
      Field({ alias, name }) {
        repeats ||= alias !== undefined || name.value === 'bundle';
      },
    });
  }
  repeating.set(operation, repeats);
  return repeats;
}
