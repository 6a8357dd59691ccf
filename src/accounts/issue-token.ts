// Creates a token that a person asks for (section 5.3): the rules of its name, and the number of valid tokens of a user.
import type { Prisma, PrismaClient } from '../../prisma/generated/client/client.ts';
import { createToken, type NewToken } from './tokens.ts';

/** In code points. */
export const TOKEN_NAME_MAX_LENGTH = 100;

const MAX_VALID_TOKENS = 100;

const CONTROL_CHARACTER = /\p{Cc}/u;

/** The rules refuse a token; the message is for the person who asks for it. */
export class TokenRefusedError extends Error {
  override readonly name = 'TokenRefusedError';
}

/** Creates a token, its name without white space around it. @throws {TokenRefusedError} */
export async function issueToken(db: PrismaClient, token: NewToken) {
  const name = checkedName(token.name.trim());
  return db.$transaction(async (tx) => {
    await lockUser(tx, token.userId); // so that requests at the same time are counted one after the other
    const valid = await tx.apiToken.count({ where: { userId: token.userId, revokedAt: null } });
    if (valid >= MAX_VALID_TOKENS) {
      throw new TokenRefusedError(`A user can have ${MAX_VALID_TOKENS} valid tokens. Revoke one of them first.`);
    }
    return createToken(tx, { ...token, name });
  });
}

function checkedName(name: string): string {
  if (name === '') throw new TokenRefusedError('Give the token a name.');
  if ([...name].length > TOKEN_NAME_MAX_LENGTH) {
    throw new TokenRefusedError(`Use at most ${TOKEN_NAME_MAX_LENGTH} characters.`);
  }
  if (CONTROL_CHARACTER.test(name) || !name.isWellFormed()) throw new TokenRefusedError('Use no control characters.');
  return name;
}

/** NO KEY UPDATE: inserts of rows that refer to the user, such as products, need not wait. */
const lockUser = (tx: Prisma.TransactionClient, userId: number) =>
  tx.$queryRaw`SELECT 1 FROM users WHERE id = ${userId} FOR NO KEY UPDATE`;
