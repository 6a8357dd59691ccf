// The values of products as Prisma takes them.
import { expect, test } from 'vitest';
import { Prisma } from '../../prisma/generated/client/client.ts';
import { toData } from '../../src/products/product-columns.ts';

test("an object that a product lacks is Prisma's null, in its type too: a later release may add such a field", () => {
  const { equipments } = toData<{ equipments: { name: string }[] | null }>({
    equipments: null,
  });
  equipments satisfies Prisma.InputJsonValue | Prisma.NullableJsonNullValueInput;
  expect(equipments).toBe(Prisma.DbNull);
});
