// Browsers that have signed in to an account: each keeps a random value in a cookie, of which the hash is stored. They have a
// budget of attempts of their own, which strangers can't use up (OWASP's device cookies).
import { createHash, randomBytes } from 'node:crypto';
import type { Prisma, PrismaClient } from '../../prisma/generated/client/client.ts';

const VALUE_BYTES = 32;
const MOST_OF_USER = 20;
export const BROWSER_DAYS = 180;

export const hashBrowserValue = (value: string) => createHash('sha256').update(value).digest('hex');

export const newBrowserValue = () => randomBytes(VALUE_BYTES).toString('base64url');

/** A sign-in by the browser with this value; of a user's browsers the last ones that signed in are kept. */
export async function rememberBrowser(db: PrismaClient, userId: number, value: string): Promise<void> {
  const hash = hashBrowserValue(value);
  await db.$executeRaw`
    WITH remembered AS (
      INSERT INTO known_browsers (user_id, hash) VALUES (${userId}, ${hash})
      ON CONFLICT (user_id, hash) DO UPDATE SET seen_at = now())
    DELETE FROM known_browsers WHERE user_id = ${userId} AND hash = ANY(ARRAY(
      SELECT hash FROM known_browsers WHERE user_id = ${userId} AND hash <> ${hash}
      ORDER BY seen_at DESC OFFSET ${MOST_OF_USER - 1}))`;
}

/** Forgets the browsers of a user but those with one of the values `kept`. */
export const forgetBrowsers = (db: Prisma.TransactionClient, userId: number, kept: readonly string[] = []) =>
  db.knownBrowser.deleteMany({ where: { userId, hash: { notIn: kept.map(hashBrowserValue) } } });
