// Changes the password of the user, and ends the other sessions.
import { passwordFault } from '../../accounts/passwords.ts';
import { endSessions } from '../../accounts/sessions.ts';
import { setPassword } from '../../accounts/users.ts';
import { DASHBOARD_PATHS } from '../../paths.ts';
import { respondAccount } from './account-page.ts';
import { logAct, type PageHandler } from './context.ts';
import { sessionValue } from './session.ts';
import { attemptSignIn } from './sign-in-throttles.ts';

export const submitPassword: PageHandler = async (c) => {
  const { id, email } = c.get('user');
  const { current = '', password = '', repeated = '' } = c.get('form');
  const { address } = c.env.exchange;
  const fault = passwordFault(password);
  if (fault) return respondAccount(c, { error: `${fault}.` });
  if (password !== repeated) return respondAccount(c, { error: 'The two new passwords differ.' });
  const { userId, throttled } = await attemptSignIn(c, { email, password: current });
  if (throttled) return respondAccount(c, { error: throttled, status: 429 });
  const isRight = userId === id;
  if (isRight) await setPassword(c.env.db, id, password, sessionValue(c));
  logAct(c, isRight ? 'password changed' : 'password change refused', { address });
  if (!isRight) return respondAccount(c, { error: 'The current password is not right.' });
  return c.redirect(`${DASHBOARD_PATHS.account}?done=password`, 303);
};

export const submitEndOfSessions: PageHandler = async (c) => {
  await endSessions(c.env.db, c.get('user').id, sessionValue(c));
  logAct(c, 'other sessions ended');
  return c.redirect(`${DASHBOARD_PATHS.account}?done=sessions`, 303);
};
