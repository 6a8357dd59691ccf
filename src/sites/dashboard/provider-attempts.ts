// The sign-ins that a browser has begun at the provider: a signed cookie has the last ones, so that each tab can end its own.
import { randomBytes } from 'node:crypto';
import { getSignedCookie, setSignedCookie } from 'hono/cookie';
import { type Attempt, stateOf } from '../../accounts/provider.ts';
import type { PageContext } from './context.ts';
import { MAX_PATH_LENGTH, safePath } from './next-page.ts';
import { cookieOptions } from './session.ts';

const ATTEMPTS = 'dashboard_provider';
const SECRET_BYTES = 32;
const KEPT_SECONDS = 600;
const MOST_KEPT = 4;
/** Of the encoded cookie without its signature; browsers keep 4 kB. */
const MAX_LENGTH = 3_500;

/** An attempt, and the page that follows it. */
type KeptAttempt = Attempt & { readonly next: string };

/** Begins an attempt, which this browser has to end within ten minutes. `key` signs the cookie. */
export async function beginAttempt(c: PageContext, key: string, asked: Pick<KeptAttempt, 'next' | 'isFresh'>) {
  const attempt = { ...asked, secret: randomBytes(SECRET_BYTES).toString('base64url'), startedAt: nowInSeconds() };
  await keep(c, key, [attempt, ...(await readAttempts(c, key))].slice(0, MOST_KEPT));
  return attempt;
}

/** Ends the attempt with a state; undefined for one that has ended, is too old, or was begun in another browser. */
export async function endAttempt(c: PageContext, key: string, state: string | null) {
  const attempts = await readAttempts(c, key);
  const attempt = attempts.find(({ secret }) => stateOf(secret) === state);
  const others = attempts.filter((other) => other !== attempt);
  if (attempt) await keep(c, key, others);
  return attempt;
}

const nowInSeconds = () => Math.floor(Date.now() / 1000);

const ATTEMPT = new RegExp(`^([\\w-]{43}) (\\d{1,12}) ([01]) (.{1,${MAX_PATH_LENGTH}})$`);

async function readAttempts(c: PageContext, key: string): Promise<KeptAttempt[]> {
  const text = (await getSignedCookie(c, key, ATTEMPTS, cookieOptions(c).prefix)) || '';
  return text.split(',', MOST_KEPT).flatMap((one) => {
    const [, secret, startedAt, isFresh, next] = ATTEMPT.exec(one) ?? [];
    if (secret === undefined || nowInSeconds() - Number(startedAt) > KEPT_SECONDS) return [];
    return [{ secret, startedAt: Number(startedAt), isFresh: isFresh === '1', next: safePath(next) }];
  });
}

function keep(c: PageContext, key: string, attempts: readonly KeptAttempt[]): Promise<void> {
  const texts = attempts.map((one) => [one.secret, one.startedAt, Number(one.isFresh), one.next].join(' '));
  while (encodeURIComponent(texts.join(',')).length > MAX_LENGTH) texts.pop();
  const maxAge = attempts.length > 0 ? KEPT_SECONDS : 0;
  return setSignedCookie(c, ATTEMPTS, texts.join(','), key, { ...cookieOptions(c), maxAge });
}
