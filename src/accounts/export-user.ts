// What the database keeps about a user (GDPR, article 15), as one JSON document, without what would help to sign in.
import type { PrismaClient } from '../../prisma/generated/client/client.ts';

const ROWS_AT_ONCE = 100;
const ID = { select: { id: true } } as const;

interface Row {
  readonly id: number;
}

/** Yields the text of the document. */
export async function* exportedUser(
  db: PrismaClient,
  userId: number,
): AsyncGenerator<string> {
  const user = await db.user.findUniqueOrThrow({
    where: { id: userId },
    include: { identities: true, sessions: { omit: { hash: true } } },
  });
  const [tokens, products, rentals] = await Promise.all([
    db.apiToken.findMany({ where: { userId }, ...ID }),
    db.product.findMany({ where: { ownerId: userId }, ...ID }),
    db.rental.findMany({ where: { OR: [{ ownerId: userId }, { tenantId: userId }] }, ...ID }),
  ]);
  yield `{\n"user": ${asJson(user)}`;
  yield* list('tokens', tokens, (where) =>
    db.apiToken.findMany({
      where,
      omit: { hash: true, formKey: true },
      include: { usage: true, failedRequests: true },
    }),
  );
  yield* list('products', products, (where) =>
    db.product.findMany({ where, include: { items: true } }),
  );
  yield* list('rentals', rentals, (where) =>
    db.rental.findMany({ where, include: { items: true, paidAccounts: true } }),
  );
  yield '\n}\n';
}

/** Reads some rows at a time, because an owner may have a million of them. */
async function* list(
  name: string,
  all: readonly Row[],
  read: (where: { id: { in: number[] } }) => Promise<Row[]>,
): AsyncGenerator<string> {
  yield `,\n${JSON.stringify(name)}: [`;
  for (let start = 0; start < all.length; start += ROWS_AT_ONCE) {
    const some = all.slice(start, start + ROWS_AT_ONCE).map(({ id }) => id);
    const rows = await read({ id: { in: some } });
    yield `${start === 0 ? '' : ','}\n${rows.map(asJson).join(',\n')}`;
  }
  yield '\n]';
}

/** Counts of calls are bigints, which JSON doesn't have. */
const asJson = (row: Row) =>
  JSON.stringify(row, (_, value: unknown) =>
    typeof value === 'bigint' ? Number(value) : value,
  );
