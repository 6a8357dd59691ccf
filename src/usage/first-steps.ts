// Reads how far a new user has come: a token, a call with it, a product made with it.
import type { PrismaClient } from '../../prisma/generated/client/client.ts';
import type { Surface } from '../../prisma/generated/client/enums.ts';

export interface FirstSteps {
  /** The surface of the last call; null before the first one. */
  readonly surface: Surface | null;
  /** Whether there is a product or bundle that is newer than the first token. */
  readonly hasProduct: boolean;
}

/** So many days after the first token nobody is new. */
const NEW_DAYS = 30;

/** Undefined for a user without a token, and for one who is not new. */
export async function readFirstSteps(db: PrismaClient, userId: number): Promise<FirstSteps | undefined> {
  const [steps] = await db.$queryRaw<FirstSteps[]>`
    WITH first AS (SELECT min(created_at) AS made_at FROM api_tokens WHERE user_id = ${userId})
    SELECT
      (SELECT upper(last_surface::text) FROM api_tokens WHERE user_id = ${userId} AND last_used_at IS NOT NULL
        ORDER BY last_used_at DESC LIMIT 1) AS surface,
      EXISTS (SELECT 1 FROM products WHERE owner_id = ${userId} AND created_at > made_at) AS "hasProduct"
    FROM first WHERE made_at > now() - make_interval(days => ${NEW_DAYS}::int)`;
  return steps;
}
