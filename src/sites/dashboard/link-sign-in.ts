// Signs in by a link: opening it shows whom it signs in, and the page's button does it.
import { html } from 'hono/html';
import { logEvent } from '../../accounts/security-events.ts';
import { findLinkUser } from '../../accounts/sign-in-links.ts';
import { networksOf } from '../../fairness/networks.ts';
import { DASHBOARD_PATHS } from '../../paths.ts';
import { actorOf, type PageContext, type PageHandler } from './context.ts';
import { formTokenField, hiddenField } from './elements.ts';
import { beginSession, signInFormToken } from './session.ts';
import { respondSignIn, respondThrottled } from './sign-in-page.ts';

const UNUSABLE =
  'This sign-in link doesn’t work: it has been used, or it has expired. Ask for another one.';

export const linkPage: PageHandler = async (c) => {
  const { key = '' } = c.req.query();
  const { db, turns, visit } = c.env;
  const user = await turns.lookUp(visit.address, () => findLinkUser(db.reads, key));
  if (!user) return reject(c);
  return respondSignIn(c, {
    ways: html`
  <p>This link signs you in as <bdi>${user.name}</bdi>, <bdi>${user.email}</bdi>. It works once.</p>
  <form method="post" action="${DASHBOARD_PATHS.signInLink}" class="stack">
    ${formTokenField(signInFormToken(c))}
    ${hiddenField('key', key)}
    <button type="submit">Sign in</button>
  </form>`,
  });
};

export const submitLink: PageHandler = async (c) => {
  const { key = '' } = c.var.form;
  const { turns, visit } = c.env;
  const begin = () => beginSession(c, { method: 'link', link: key });
  const isSignedIn = await turns.lookUp(visit.address, begin);
  return isSignedIn ? c.redirect(DASHBOARD_PATHS.settings, 303) : reject(c);
};

/** Counts the failure, in turn like the look-up. A link that works is never rejected because of others in its network. */
async function reject(c: PageContext) {
  const { turns, visit, failedLinks } = c.env;
  const { network } = networksOf(visit.address);
  try {
    await turns.lookUp(visit.address, () => failedLinks.consume(network));
  } catch (error) {
    return respondThrottled(c, error);
  }
  logEvent(actorOf(c, 'link'), { action: 'sign-in-refused', reason: 'unusableLink' });
  return respondSignIn(c, { status: 403, error: UNUSABLE });
}
