// The page that follows a sign-in: the one that asked for it, its form filled with the values entered before.
import { DASHBOARD_PATHS, DOCS_PATHS, GRAPHQL_PATH, isBelow } from '../../paths.ts';
import type { PageContext } from './context.ts';
import type { Form } from './forms.ts';

/**
 * As a cookie has it, encoded once more: longer than the page of a form with a token's name in any script. A redirect that
 * repeats 16 KiB would be too large for clients.
 */
export const MAX_PATH_LENGTH = 2_400;

/** The fields of the forms of tokens; none is secret, and the form that gets them checks them. */
export const KEPT = ['name', 'expires', 'last_day', 'end'];

/** The page that has the form which is sent to a path. */
export function pageOfForm(path: string, { next }: Form): string {
  if (path === DASHBOARD_PATHS.confirm) return safePath(next);
  if (path === DASHBOARD_PATHS.tokens) return DASHBOARD_PATHS.newToken;
  if (isBelow(path, DASHBOARD_PATHS.account)) return DASHBOARD_PATHS.account;
  return isBelow(path, DASHBOARD_PATHS.tokens) ? path : DASHBOARD_PATHS.settings;
}

/** The path of a form's page, with the entered values in its query; undefined where the path would be too long. */
export function pageWithEntered(path: string, form: Form): string | undefined {
  const entered = Object.entries(form).filter(([name, value]) => value && KEPT.includes(name));
  const filledIn = withQuery(pageOfForm(path, form), entered);
  return isSafePath(filledIn) ? filledIn : undefined;
}

/**
 * The path to which a sign-in leads back: of a page, with its query; of a form, with the entered values as query; of a CSV file,
 * its page. Without the query where it would be too long; undefined for the first page of the dashboard.
 */
export function pageToReturnTo({ req: { path }, env }: PageContext, form?: Form): string | undefined {
  const page = form ? pageOfForm(path, form) : path.replace(/\.csv$/, '');
  const whole = form ? pageWithEntered(path, form) : withQuery(page, env.exchange.url.searchParams);
  const next = [whole, page].find((one) => one !== undefined && isSafePath(one));
  return next === DASHBOARD_PATHS.settings ? undefined : next;
}

const TOKEN = /svc_(?:live|test)_/i;

/** A token that somebody has put into a query or a form by mistake goes no further. */
function withQuery(path: string, entries: Iterable<readonly [string, string]>): string {
  const query = new URLSearchParams([...entries].filter(([, value]) => !TOKEN.test(value)).map((entry) => [...entry]));
  return query.size > 0 ? `${path}?${query}` : path;
}

/** Paths of pages of this service alone: `next` comes from a URL that another site may have made. */
const SITES = [DASHBOARD_PATHS.settings, DOCS_PATHS.guides, GRAPHQL_PATH];
/** A query has what was entered in the form of the page. */
const PAGE_PATH = new RegExp(`^(?:${SITES.join('|')})(?:/[\\w-]+)*(?:\\?[\\w%&=.+*-]*)?$`);

const isSafePath = (next: string): boolean =>
  PAGE_PATH.test(next) && encodeURIComponent(next).length <= MAX_PATH_LENGTH;

export const safePath = (next = ''): string => (isSafePath(next) ? next : DASHBOARD_PATHS.settings);

/** The page of a new password, which leads on. */
export const passwordPath = (next: string | undefined): string =>
  next === undefined ? DASHBOARD_PATHS.password : `${DASHBOARD_PATHS.password}?${new URLSearchParams({ next })}`;

/**
 * Where the sign-in at the provider begins; GET alone, as browsers apply `form-action` to what a form is redirected to. It ends
 * at `next`. With `isFresh` the person signs in at the provider anew, whatever is open there: its `auth_time` has to be later
 * than the click, and the session of the same user counts as recent from then on.
 */
export function providerPath({ next, isFresh }: { readonly next: string; readonly isFresh?: boolean }): string {
  const query = new URLSearchParams({ next: safePath(next), ...(isFresh && { fresh: '1' }) });
  return `${DASHBOARD_PATHS.provider}?${query}`;
}
