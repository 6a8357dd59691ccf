// Reads the caller of a request, its token and its budget of creates (D33): no operation on a resource, it takes no point.
import type { Prisma } from '../../prisma/generated/client/client.ts';
import type { OperationContext } from '../operation/context.ts';

const TOKEN = {
  select: {
    prefix: true,
    name: true,
    version: true,
    createdAt: true,
    expiresAt: true,
    user: { select: { name: true } },
  },
} as const satisfies Prisma.ApiTokenDefaultArgs;

/** The caller with its token, as the database has them now, and with its budget. */
export async function readViewer({ caller, db, throttle }: OperationContext) {
  const { tokenId, userId, permissions } = caller;
  const [token, budget] = await Promise.all([db.apiToken.read(tokenId, TOKEN), throttle.look(userId)]);
  if (!token) throw new TypeError('the token of a caller has a row');
  return { id: userId, name: token.user.name, permissions, token, budget };
}

export type Viewer = Awaited<ReturnType<typeof readViewer>>;
