// The sign-in page: the ways to sign in, which the page that asks for it again has too; what their forms need, and the
// demo owner's.
import { html } from 'hono/html';
import { LINK_MINUTES } from '../../accounts/sign-in-links.ts';
import { isLoopback } from '../../config.ts';
import { PEOPLE } from '../../demo/demo-data.ts';
import { OperationFailure } from '../../operation/operation-failure.ts';
import { DASHBOARD_PATHS } from '../../paths.ts';
import type { Html } from '../pages/frame.ts';
import type { Middleware, PageContext, PageHandler, SessionUser } from './context.ts';
import { formTokenField, generalError, hiddenField } from './elements.ts';
import { plural } from './formats.ts';
import { respondDashboardPage } from './layout.ts';
import { safePath, withNext } from './next-page.ts';
import { readForm } from './requirements.ts';
import { beginSession, isFromSignInPage, signInFormToken } from './session.ts';

const FORM_EXPIRED =
  'This form has expired. Try again, and make sure your browser accepts cookies from this site.';

/** The `state` of the page after signing out, which a provider sends back, too. */
export const SIGNED_OUT = 'signed-out';
/** After signing out of a session that began at the provider. */
export const SIGNED_OUT_HERE = 'signed-out-here';

/** By the `state` in the query. */
const NOTICES = new Map([
  [SIGNED_OUT, 'You’re signed out.'],
  [SIGNED_OUT_HERE, 'You’re signed out.'],
  ['idle', 'Your session has ended. Sign in again.'],
  [
    'form',
    'Your session has ended, so the form was not submitted. Sign in and submit it again.',
  ],
]);

export const signInPage: PageHandler = async (c) => {
  const { state = '', next } = c.req.query();
  const { config, provider } = c.env;
  const signIn = config.publicOrigin + DASHBOARD_PATHS.signIn;
  const url =
    state === SIGNED_OUT_HERE &&
    (await provider?.endSessionUrl(signIn, SIGNED_OUT).catch(() => undefined));
  const notice = url
    ? html`You’re signed out here. To end your session there too, <a href="${url}">sign out at ${url.host}</a>.`
    : NOTICES.get(state);
  return respondSignIn(c, { notice, next });
};

export interface SignInPage {
  readonly status?: 400 | 403 | 429 | 503;
  readonly notice?: Html | string | undefined;
  readonly error?: string;
  /** Instead of all ways to sign in. */
  readonly ways?: Html;
  readonly next?: string | undefined;
}

export const respondSignIn = (
  c: PageContext,
  { status, notice, error, ways, next }: SignInPage,
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
  ${ways ?? waysToSignIn(c, next)}
</div>`,
  });

/** The sign-in page after too many failures. @throws any other error */
export function respondThrottled(c: PageContext, error: unknown, next?: string) {
  if (!(error instanceof OperationFailure) || error.failure.kind !== 'throttled') throw error;
  const seconds = error.failure.retryAfterSeconds;
  c.header('Retry-After', String(seconds));
  const wait = plural(Math.ceil(seconds / 60), 'minute');
  const message = `Too many failed attempts. Try again in ${wait}.`;
  return respondSignIn(c, { status: 429, error: message, next });
}

/** Rejects a form of the page that another browser or site sent. */
export const requireSignInForm: Middleware = async (c, next) => {
  const form = await readForm(c);
  if (!isFromSignInPage(c, form))
    return respondSignIn(c, { status: 403, error: FORM_EXPIRED });
  c.set('form', form);
  return next();
};

/** The demo owner's button, which only this machine gets. */
export const submitDemoSignIn: PageHandler = async (c) => {
  const owner = await findDemoOwner(c);
  const isSignedIn = owner && (await beginSession(c, { method: 'demo', userId: owner.id }));
  return isSignedIn ? c.redirect(safePath(c.var.form.next), 303) : c.notFound();
};

/**
 * At the provider, by the demo owner's button, or by a link, and then to `next`. A user with a session confirms an act:
 * the provider asks again, even if the user is still signed in there.
 */
export async function waysToSignIn(c: PageContext, next: string | undefined) {
  const { provider } = c.env;
  const user: SessionUser | undefined = c.var.user;
  const again = user && ' again';
  const demoOwner = await findDemoOwner(c);
  const hasButton = demoOwner && (!user || user.id === demoOwner.id);
  // A link, because browsers apply `form-action` to a form's redirects; its token tells a click from an address.
  const formToken = provider || hasButton ? signInFormToken(c) : '';
  const path = withNext(DASHBOARD_PATHS.provider, safePath(next), {
    ...(user && { fresh: '1' }),
    form_token: formToken,
  });
  return html`
${
  provider &&
  html`<a class="button provider" href="${path}">Sign in with ${provider.host}${again}</a>`
}
${
  hasButton &&
  html`
<form method="post" action="${DASHBOARD_PATHS.signIn}" class="stack">
  ${formTokenField(formToken)}
  ${next && hiddenField('next', safePath(next))}
  <button type="submit">Sign in as ${demoOwner.name}${again}</button>
</form>`
}
${
  (!provider || user?.session.method === 'link') &&
  html`
<details class="hint"${!provider && !hasButton && html` open`}>
  <summary>Sign in with a link</summary>
  ${linkAdvice(c)}
  <p>
    The link works once, within ${LINK_MINUTES} minutes.
    ${user && html`Open it, then <a href="${withNext(DASHBOARD_PATHS.confirm, next)}">continue here</a>.`}
  </p>
</details>`
}`;
}

/** Where a sign-in link comes from: on live the reader is an owner, elsewhere a developer. */
function linkAdvice({ env: { config } }: PageContext) {
  const { environment, securityContact: contact, databaseUrl } = config;
  if (environment === 'live') {
    const address = contact?.replace(/^mailto:/, '');
    return html`
<p>
  Ask the operator of this service for a sign-in link${contact && html`: <a href="${contact}">${address}</a>`}.
</p>`;
  }
  return html`
<p>Print one with <code>npm run user -- sign-in --email E</code>.</p>
${
  databaseUrl === undefined &&
  html`
<p>
  The embedded database serves one process: stop the service, print the link, and start the service again. Or use a
  PostgreSQL server.
</p>`
}`;
}

/**
 * Null where others can reach the service. The host is the browser's: a tunnel, or a name that another site makes an
 * address of this machine, leads here too.
 */
const findDemoOwner = async ({ env: { config, db, visit } }: PageContext) =>
  config.hasDemoData && config.isLocal && isLoopback(visit.host ?? '')
    ? db.user.findUnique({
        where: { email: PEOPLE.owner.email, disabledAt: null },
        select: { id: true, name: true },
      })
    : null;
