// The page to which a person is led back after signing in.
import { DASHBOARD_PATHS, DOCS_PATHS, GRAPHQL_PATH } from '../../paths.ts';
import type { PageContext } from './context.ts';

/** Longer than the path of any page with a usual form. A redirect that repeats 16 KiB would be too large for clients. */
export const MAX_PATH_LENGTH = 800;

/** The path of the page of a request, unless it is the first one; the fields of a form are lost. */
export const pageToReturnTo = ({ req: { method, path } }: PageContext): string | undefined =>
  method === 'GET' && path !== DASHBOARD_PATHS.settings && path.length <= MAX_PATH_LENGTH ? path : undefined;

/** Paths of pages of this service alone: `next` comes from a URL that another site may have made. */
const SITES = [DASHBOARD_PATHS.settings, DOCS_PATHS.guides, GRAPHQL_PATH];
/** A query has what was entered in the form of the page. */
const PAGE_PATH = new RegExp(`^(?:${SITES.join('|')})(?:/[\\w-]+)*(?:\\?[\\w%&=.+*-]*)?$`);

export const isSafePath = (next: string): boolean => next.length <= MAX_PATH_LENGTH && PAGE_PATH.test(next);

export const safePath = (next = ''): string => (isSafePath(next) ? next : DASHBOARD_PATHS.settings);

/**
 * Where the sign-in at the provider begins; GET alone, as browsers apply `form-action` to what a form is redirected to. It ends
 * at `next`. With `isFresh` the person signs in at the provider anew, whatever is open there: its `auth_time` has to be later
 * than the click, and the session of the same user counts as recent from then on.
 */
export function providerPath({ next, isFresh }: { readonly next: string; readonly isFresh?: boolean }): string {
  const query = new URLSearchParams({ next: safePath(next), ...(isFresh && { fresh: '1' }) });
  return `${DASHBOARD_PATHS.provider}?${query}`;
}
