// The sign-in page: the ways to sign in, which the page that asks for it again has too; what their forms need, and
// the demo owner's.
import { html } from 'hono/html';
import { LINK_MINUTES } from '../../accounts/sign-in-links.ts';
import { isLoopback } from '../../config.ts';
import { PEOPLE } from '../../demo/demo-data.ts';
import { DASHBOARD_PATHS } from '../../paths.ts';
import type { Middleware, PageContext, PageHandler, SessionUser } from './context.ts';
import { formTokenField, generalError, hiddenField } from './forms.ts';
import { respondDashboardPage } from './layout.ts';
import { safePath, withNext } from './next-page.ts';
import { beginSession, readSignInForm, signInFormToken } from './session.ts';

const FORM_EXPIRED =
  'This form has expired. Try again, and make sure your browser accepts cookies from this site.';

/** By the `state` in the query, which a provider sends back after signing out. */
const NOTICES = new Map([
  ['signed-out', 'You’re signed out.'],
  ['idle', 'You were signed out because you were inactive. Sign in again.'],
  [
    'form',
    'You were signed out because you were inactive, and the form was not submitted. Sign in and submit it again.',
  ],
]);

export const signInPage: PageHandler = (c) => {
  const { state = '', next } = c.req.query();
  return respondSignIn(c, { notice: NOTICES.get(state), next });
};

interface SignInPage {
  readonly status?: 400 | 403 | 429 | 503;
  readonly notice?: string | undefined;
  readonly error?: string;
  readonly next?: string | undefined;
}

export const respondSignIn = async (
  c: PageContext,
  { status, notice, error, next }: SignInPage,
) =>
  respondDashboardPage(c, {
    title: 'Sign in',
    error,
    status,
    content: html`
<div class="narrow sign-in">
  <h1>Sign in</h1>
  ${notice && html`<p class="note" role="status">${notice}</p>`}
  ${error && generalError(error)}
  ${await waysToSignIn(c, { next })}
</div>`,
  });

/** Rejects a form of the page that another browser or site sent. */
export const requireSignInForm: Middleware = async (c, next) => {
  const form = await readSignInForm(c);
  if (!form) return respondSignIn(c, { status: 403, error: FORM_EXPIRED });
  c.set('form', form);
  return next();
};

/** The demo owner's button, which only this machine gets. */
export const submitDemoSignIn: PageHandler = async (c) => {
  const owner = await findDemoOwner(c);
  const isSignedIn = owner && (await beginSession(c, { method: 'demo', userId: owner.id }));
  return isSignedIn ? c.redirect(safePath(c.var.form.next), 303) : c.notFound();
};

interface Asked {
  /** The page at which the sign-in ends. */
  readonly next: string | undefined;
  /** It confirms an act: the provider asks again, even if the user is still signed in there. */
  readonly isFresh?: boolean;
}

/** At the provider, by the demo owner's button, or by a link. */
export async function waysToSignIn(c: PageContext, asked: Asked) {
  const { provider } = c.env.config;
  const user: SessionUser | undefined = c.var.user;
  const demoOwner = await findDemoOwner(c);
  const hasButton = demoOwner && (!user || user.id === demoOwner.id);
  return html`
${provider && providerLink(c, asked)}
${hasButton && demoForm(c, demoOwner, asked)}
${(!provider || user?.session.method === 'link') && aboutLinks(c, asked, !provider && !hasButton)}`;
}

/**
 * Null where others can reach the service. The host is the browser's: a tunnel, or a name that another site makes an
 * address of this machine, leads here too.
 */
const findDemoOwner = async ({ env: { config, db, exchange } }: PageContext) =>
  config.hasDemoData && config.isLocal && isLoopback(exchange.url.hostname)
    ? db.user.findUnique({
        where: { email: PEOPLE.owner.email, disabledAt: null },
        select: { id: true, name: true },
      })
    : null;

/** GET only, because browsers apply `form-action` to a form's redirects. */
function providerLink(c: PageContext, { next, isFresh }: Asked) {
  const issuer = c.env.config.provider?.issuer ?? '';
  const path = withNext(
    DASHBOARD_PATHS.provider,
    safePath(next),
    isFresh ? { fresh: '1' } : {},
  );
  return html`<a class="button provider" href="${path}">Sign in with ${new URL(issuer).host}${isFresh && ' again'}</a>`;
}

const demoForm = (
  c: PageContext,
  { name }: { readonly name: string },
  { next, isFresh }: Asked,
) => html`
<form method="post" action="${DASHBOARD_PATHS.signIn}" class="stack">
  ${formTokenField(signInFormToken(c))}
  ${next && hiddenField('next', safePath(next))}
  <button type="submit">Sign in as ${name}${isFresh && ' again'}</button>
</form>`;

const aboutLinks = (
  { env: { config } }: PageContext,
  { next, isFresh }: Asked,
  isOnlyWay: boolean,
) => html`
<details class="hint"${isOnlyWay && html` open`}>
  <summary>Sign in with a link</summary>
  <p>
    The operator of this service prints a sign-in link with <code>npm run user -- sign-in --email E</code>. It works
    once, within ${LINK_MINUTES} minutes.
    ${isFresh && html`Open it, then <a href="${withNext(DASHBOARD_PATHS.confirm, next)}">continue here</a>.`}
  </p>
  ${
    config.databaseUrl === undefined &&
    html`
<p>
  The embedded database serves one process: stop the service, print the link, and start the service again. Or use a
  PostgreSQL server.
</p>`
  }
</details>`;
