// The key that signs the cookies of sign-ins that have begun at a provider: one for all nodes of a deployment, from its database.
import { randomBytes } from 'node:crypto';
import type { PrismaClient } from '../../prisma/generated/client/client.ts';
import type { Environment } from './token-format.ts';

const KEY_BYTES = 32;

/**
 * Reads the key once, and makes it at the first sign-in of the deployment; nodes that do so together get the same one. A key of its
 * own: one made of the client secret would let whoever has a cookie test guesses at that secret. It may stand in the database in
 * clear, as no token and no password do, because it opens nothing: with it one could forge a sign-in that has begun, which the
 * provider still has to end, in a browser that takes the cookie, within ten minutes.
 */
export function createAttemptKey(db: PrismaClient, environment: Environment): () => Promise<string> {
  let known: Promise<string> | undefined;
  return () => {
    const reading = known ?? readOrMake(db, environment);
    known = reading;
    // After a failure the next sign-in tries again.
    reading.catch(() => {
      if (known === reading) known = undefined;
    });
    return reading;
  };
}

async function readOrMake(db: PrismaClient, environment: Environment): Promise<string> {
  const fresh = randomBytes(KEY_BYTES).toString('base64url');
  const [row] = await db.$queryRaw<{ key: string }[]>`
    INSERT INTO deployment (environment, attempt_key) VALUES (${environment}, ${fresh})
    ON CONFLICT (id) DO UPDATE SET attempt_key = coalesce(deployment.attempt_key, EXCLUDED.attempt_key)
    RETURNING attempt_key AS key`;
  return (row as { key: string }).key;
}
