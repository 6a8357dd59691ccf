// The page to which a person is led back after signing in.
import { DASHBOARD_PATHS, DOCS_PATHS, GRAPHQL_PATH } from '../../paths.ts';
import type { PageContext } from './context.ts';

/** Longer than the path of any page. A redirect that repeats a path of 16 KiB would be too large for clients. */
const MAX_PATH_LENGTH = 255;

/** The path of the page of a request, unless it is the first one; the fields of a form are lost. */
export const pageToReturnTo = ({ req: { method, path } }: PageContext): string | undefined =>
  method === 'GET' && path !== DASHBOARD_PATHS.settings && path.length <= MAX_PATH_LENGTH ? path : undefined;

/** Paths of pages of this service alone: `next` comes from a URL that another site may have made. */
const SITES = [DASHBOARD_PATHS.settings, DOCS_PATHS.guides, GRAPHQL_PATH];
const PAGE_PATH = new RegExp(`^(?:${SITES.join('|')})(?:/[\\w-]+)*$`);
export const safePath = (next = '') => (PAGE_PATH.test(next) ? next : DASHBOARD_PATHS.settings);
