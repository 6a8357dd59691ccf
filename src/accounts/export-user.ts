// What the database keeps about a user (GDPR, article 15), as one JSON document, without what would help to sign in.
import type { PrismaClient } from '../../prisma/generated/client/client.ts';

const ROWS_AT_ONCE = 100;

type Page = Readonly<{ id: { gt: number } }>;

/** Yields the text of the document. */
export async function* exportedUser(db: PrismaClient, userId: number): AsyncGenerator<string> {
  const user = await db.user.findUniqueOrThrow({
    where: { id: userId },
    omit: { passwordHash: true },
    include: { identities: true, sessions: { omit: { hash: true } } },
  });
  yield `{\n"user": ${JSON.stringify(user)}`;
  yield* list('tokens', (page) =>
    db.apiToken.findMany({
      where: { userId, ...page },
      omit: { hash: true, formKey: true },
      include: { usage: true, refused: true },
      ...FIRST_ROWS,
    }),
  );
  yield* list('products', (page) =>
    db.product.findMany({
      where: { ownerId: userId, ...page },
      include: { items: true },
      ...FIRST_ROWS,
    }),
  );
  for (const [name, of] of [
    ['ownedRentals', { ownerId: userId }],
    ['rentedRentals', { tenantId: userId }],
  ] as const)
    yield* list(name, (page) =>
      db.rental.findMany({
        where: { ...of, ...page },
        include: { items: true, paidAccounts: true },
        ...FIRST_ROWS,
      }),
    );
  yield '\n}\n';
}

const FIRST_ROWS = { orderBy: { id: 'asc' }, take: ROWS_AT_ONCE } as const;

/** Reads some rows at a time, because an owner may have a million of them. */
async function* list<Row extends { readonly id: number }>(
  name: string,
  read: (page: Page) => Promise<Row[]>,
): AsyncGenerator<string> {
  yield `,\n${JSON.stringify(name)}: [`;
  let rows: Row[];
  let last = 0;
  do {
    rows = await read({ id: { gt: last } });
    for (const row of rows) {
      yield `${last === 0 ? '' : ','}\n${JSON.stringify(row)}`;
      last = row.id;
    }
  } while (rows.length === ROWS_AT_ONCE);
  yield '\n]';
}
