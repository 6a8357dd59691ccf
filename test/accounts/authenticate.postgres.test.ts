// Token states: usable, expired, revoked.
import { expect, test } from 'vitest';
import { createAuthenticate, stateOf } from '../../src/accounts/authenticate.ts';
import { databaseTime, usableTokens } from '../../src/accounts/token-rules.ts';
import { findToken } from '../../src/accounts/tokens.ts';
import { openTestApp } from '../support/app.ts';

const app = await openTestApp();

/** Sets the expiry to this many seconds from now, by the database's clock. */
const expireIn = (tokenId: number, seconds: number) =>
  app.db
    .$executeRaw`UPDATE api_tokens SET expires_at = now() + make_interval(secs => ${seconds}::int) WHERE id = ${tokenId}`;

test('a token has the same state in requests, in lists and on its page', async () => {
  const { id: userId, token, tokenId } = await app.person('states');
  const endings = [
    [{ seconds: null, isRevoked: false }, 'usable'],
    [{ seconds: 3600, isRevoked: false }, 'usable'],
    // A column of milliseconds may round the current time up.
    [{ seconds: -1, isRevoked: false }, 'expired'],
    [{ seconds: -3600, isRevoked: true }, 'revoked'],
    [{ seconds: 3600, isRevoked: true }, 'revoked'],
  ] as const;
  for (const [{ seconds, isRevoked }, state] of endings) {
    await app.db.apiToken.update({
      where: { id: tokenId },
      data: { expiresAt: null, revokedAt: isRevoked ? new Date() : null },
    });
    if (seconds !== null) await expireIn(tokenId, seconds);
    const now = await databaseTime(app.db);
    const row = await findToken(app.db, userId, tokenId);
    expect(row && stateOf(row, now)).toBe(state);
    const usable = await app.db.apiToken.count({ where: { userId, ...usableTokens(now) } });
    expect(usable).toBe(state === 'usable' ? 1 : 0);
    const caller = await createAuthenticate(app.db)(token);
    expect('reason' in caller ? caller : 'usable').toEqual(
      state === 'usable' ? state : { reason: state, tokenId },
    );
  }
});
