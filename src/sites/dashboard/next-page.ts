// The page after a sign-in: the one that required it, with its form filled with the values entered before.
import { DASHBOARD_PATHS, DOCS_PATHS, GRAPHQL_PATH, isBelow } from '../../paths.ts';
import type { PageContext } from './context.ts';
import type { Form } from './forms.ts';

/**
 * Encoded once more, as in a cookie: longer than a form page's path with a token name in any script. Clients would
 * reject a redirect that repeats 16 KiB.
 */
export const MAX_PATH_LENGTH = 2_400;

/** The fields of token forms; none is secret, and the form that receives them validates them. */
export const KEPT = ['name', 'expires', 'last_day', 'end'];

/** The page with the form that is sent to a path. */
export function pageOfForm(path: string, { next }: Form): string {
  if (path === DASHBOARD_PATHS.confirm) return safePath(next);
  if (path === DASHBOARD_PATHS.tokens) return DASHBOARD_PATHS.newToken;
  if (isBelow(path, DASHBOARD_PATHS.account)) return DASHBOARD_PATHS.account;
  return isBelow(path, DASHBOARD_PATHS.tokens) ? path : DASHBOARD_PATHS.settings;
}

/** The path of a form's page with the entered values in its query; undefined if it would be too long. */
export function pageWithEntered(path: string, form: Form): string | undefined {
  const entered = Object.entries(form).filter(([name, value]) => value && KEPT.includes(name));
  const filledIn = withQuery(pageOfForm(path, form), entered);
  return isSafePath(filledIn) ? filledIn : undefined;
}

/**
 * Where a sign-in returns to: a page with its query; a form with the entered values as query; for a CSV file, its page.
 * Without the query if it would be too long; undefined for the dashboard's first page.
 */
export function pageToReturnTo(
  { req: { path }, env }: PageContext,
  form?: Form,
): string | undefined {
  const page = form ? pageOfForm(path, form) : path.replace(/\.csv$/, '');
  const whole = form ? pageWithEntered(path, form) : withQuery(page, env.exchange.url.searchParams);
  const next = [whole, page].find((one) => one !== undefined && isSafePath(one));
  return next === DASHBOARD_PATHS.settings ? undefined : next;
}

const TOKEN = /svc_(?:live|test)_/i;

/** Drops a token put into a query or form by mistake. */
function withQuery(path: string, entries: Iterable<readonly [string, string]>): string {
  const query = new URLSearchParams(
    [...entries].filter(([, value]) => !TOKEN.test(value)).map((entry) => [...entry]),
  );
  return query.size > 0 ? `${path}?${query}` : path;
}

/** Only paths of this service's pages, because `next` comes from a URL that another site may have crafted. */
const SITES = [DASHBOARD_PATHS.settings, DOCS_PATHS.guides, GRAPHQL_PATH];
/** The query contains what was entered in the page's form. */
const PAGE_PATH = new RegExp(`^(?:${SITES.join('|')})(?:/[\\w-]+)*(?:\\?[\\w%&=.+*-]*)?$`);

const isSafePath = (next: string): boolean =>
  PAGE_PATH.test(next) && encodeURIComponent(next).length <= MAX_PATH_LENGTH;

export const safePath = (next = ''): string => (isSafePath(next) ? next : DASHBOARD_PATHS.settings);

/** The page for a new password, which then continues to `next`. */
export const passwordPath = (next: string | undefined): string =>
  next === undefined
    ? DASHBOARD_PATHS.password
    : `${DASHBOARD_PATHS.password}?${new URLSearchParams({ next })}`;

/**
 * Where sign-in at the provider starts; GET only, because browsers apply `form-action` to a form's redirects. It ends
 * at `next`. With `isFresh`, the user signs in at the provider again, even if already signed in there: its `auth_time`
 * must be later than the click, and the same user's session then counts as recent.
 */
export function providerPath({
  next,
  isFresh,
}: {
  readonly next: string;
  readonly isFresh?: boolean;
}): string {
  const query = new URLSearchParams({ next: safePath(next), ...(isFresh && { fresh: '1' }) });
  return `${DASHBOARD_PATHS.provider}?${query}`;
}
