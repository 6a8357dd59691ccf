// The cookie by which accounts know this browser.
import { BROWSER_DAYS, hashValue, newValue, rememberBrowser } from '../../accounts/sessions.ts';
import type { SignedIn } from '../../accounts/sign-in.ts';
import { DAY_SECONDS } from '../../time.ts';
import type { PageContext } from './context.ts';
import { readCookie, writeCookie } from './cookies.ts';

/** The values of this browser, one for each account that has signed in with it. */
const BROWSER = 'dashboard_browser';
const MOST_ACCOUNTS = 5;

export const browserValues = (c: PageContext): readonly string[] =>
  (readCookie(c, BROWSER) ?? '').split('.', MOST_ACCOUNTS).filter(Boolean);

/**
 * Makes the account know this browser. A value that the account doesn't know may come from another site of the domain,
 * so it is replaced.
 */
export async function noteBrowser(c: PageContext, { userId, browser }: SignedIn): Promise<void> {
  const values = browserValues(c);
  const value = values.find((one) => hashValue(one) === browser) ?? newValue();
  await rememberBrowser(c.env.db, userId, value);
  const kept = [value, ...values.filter((one) => one !== value)].slice(0, MOST_ACCOUNTS);
  writeCookie(c, BROWSER, kept.join('.'), { maxAge: BROWSER_DAYS * DAY_SECONDS });
}
