// Replaces one revision of a product in a statement that holds its owner's row.
import { Prisma } from '../../prisma/generated/client/client.ts';
import type { Unchecked } from '../operation/field-types.ts';
import type { Written } from '../operation/operation.ts';
import { ownerDisabled } from '../operation/operation-failure.ts';
import { givenColumns } from './insert-product.ts';
import { type RuledProduct, rethrowCheckViolation } from './product-rules.ts';

/**
 * Replaces this revision and no other: a statement that arrives late undoes nothing newer. Undefined if the product has
 * another one. Its lock makes `disableUser` wait, like an insert's.
 * @throws {OperationFailure} the owner is disabled
 */
export async function replaceProduct(
  client: Prisma.TransactionClient,
  { id, revision, ownerId }: Pick<RuledProduct, 'id' | 'revision' | 'ownerId'>,
  fields: Unchecked,
) {
  const row = givenColumns(fields);
  const columns = Prisma.raw(Object.keys(row).join(', '));
  const [found] = await client.$queryRaw<{ written: Written | null }[]>`
    WITH owner AS (
      SELECT id FROM users WHERE id = ${ownerId} AND disabled_at IS NULL FOR KEY SHARE
    ), written AS (
      UPDATE products
      SET (${columns}) = (SELECT ${columns} FROM jsonb_populate_record(NULL::products, ${JSON.stringify(row)}::jsonb))
      FROM owner WHERE products.id = ${id} AND revision = ${revision} AND owner_id = owner.id
      RETURNING products.id, revision
    )
    SELECT to_jsonb(written) AS written FROM owner LEFT JOIN written ON true`.catch(
    rethrowCheckViolation,
  );
  if (!found) throw ownerDisabled();
  return found.written ?? undefined;
}
