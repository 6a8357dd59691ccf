// Changes the password of the user, and ends the other sessions.
import type { Context } from 'hono';
import { passwordFault } from '../../accounts/passwords.ts';
import { countOtherSessions, endSessions } from '../../accounts/sessions.ts';
import type { SignInThrottles } from '../../accounts/sign-in.ts';
import { setPassword } from '../../accounts/users.ts';
import { DASHBOARD_PATHS } from '../../paths.ts';
import { renderAccount } from './account-page.ts';
import type { DashboardDeps, DashboardEnv, PageHandler } from './context.ts';
import { sessionValue } from './session.ts';
import { attemptSignIn } from './sign-in-throttles.ts';

export const submitPassword =
  (deps: DashboardDeps, throttles: SignInThrottles): PageHandler =>
  async (c) => {
    const user = c.get('user');
    const { current = '', password = '', repeated = '' } = c.get('form');
    const { address, requestId } = c.env.exchange;
    const fault = passwordFault(password);
    if (fault) return again(c, deps, 400, `${fault}.`);
    if (password !== repeated) return again(c, deps, 400, 'The two new passwords differ.');
    const { userId, throttled } = await attemptSignIn(c, deps, throttles, { email: user.email, password: current });
    if (throttled) return again(c, deps, 429, throttled);
    const isRight = userId === user.id;
    if (isRight) await setPassword(deps.db, user.id, password, sessionValue(c, deps));
    deps.logger.info({ userId: user.id, address, requestId }, isRight ? 'password changed' : 'password change refused');
    if (!isRight) return again(c, deps, 400, 'The current password is not right.');
    return c.redirect(`${DASHBOARD_PATHS.account}?done=password`, 303);
  };

async function again(c: Context<DashboardEnv>, deps: DashboardDeps, status: 400 | 429, error: string) {
  const user = c.get('user');
  const otherSessions = await countOtherSessions(deps.db, user.id, sessionValue(c, deps));
  return c.html(renderAccount(user, { otherSessions, error }), status);
}

export const submitEndOfSessions =
  (deps: DashboardDeps): PageHandler =>
  async (c) => {
    const user = c.get('user');
    await endSessions(deps.db, user.id, sessionValue(c, deps));
    deps.logger.info({ userId: user.id, requestId: c.env.exchange.requestId }, 'other sessions ended');
    return c.redirect(`${DASHBOARD_PATHS.account}?done=sessions`, 303);
  };
