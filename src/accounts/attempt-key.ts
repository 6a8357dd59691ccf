// The key that signs the cookies of sign-ins in progress at a provider: one for all nodes of a deployment, in its
// database.
import type { PrismaClient } from '../../prisma/generated/client/client.ts';
import { madeOnce } from '../made-once.ts';
import { newValue } from './random-value.ts';
import type { Environment } from './token-format.ts';

/**
 * Reads the key once, and creates it at the deployment's first sign-in; nodes that do so concurrently get the same one.
 * It isn't derived from the client secret, because a cookie would then let its holder test guesses at that secret.
 * Unlike tokens, it may be stored in clear, because it opens nothing: it could only forge a sign-in in
 * progress, which the provider still has to complete, in a browser that accepts the cookie, within ten minutes.
 */
export const createAttemptKey = (db: PrismaClient, environment: Environment) =>
  madeOnce(async () => {
    const [row] = await db.$queryRaw<[{ key: string }]>`
      INSERT INTO deployment (environment, attempt_key) VALUES (${environment}, ${newValue()})
      ON CONFLICT (id) DO UPDATE SET attempt_key = coalesce(deployment.attempt_key, EXCLUDED.attempt_key)
      RETURNING attempt_key AS key`;
    return row.key;
  });
