// The page after a sign-in: the one that required it.
import { DASHBOARD_PATHS } from '../../paths.ts';
import type { PageContext } from './context.ts';

const TOKEN = /svc_(?:live|test)_/i;

/** Only paths of the dashboard, because `next` comes from a URL that another site may have crafted. */
const PAGE_PATH = new RegExp(
  `^${DASHBOARD_PATHS.settings}(?:/[\\w-]+)*(?:\\?[\\w%&=.+*-]*)?$`,
);

/** A token put into a query by mistake is not repeated. */
const isSafePath = (next: string) =>
  PAGE_PATH.test(next) && next.length <= 1_000 && !TOKEN.test(next);

export const safePath = (next = '') => (isSafePath(next) ? next : DASHBOARD_PATHS.settings);

/** This request's page with its query, or the page of a form, which is at the form's own path. */
export function pageToReturnTo({ req: { method, path }, env }: PageContext) {
  const { search } = env.visit.url;
  const next = [method === 'GET' ? path + search : path, path].find(isSafePath);
  return next === DASHBOARD_PATHS.settings ? undefined : next;
}

/** A page that continues to `next`; without it, to the dashboard's first page. */
export const withNext = (
  path: string,
  next: string | undefined,
  query: Readonly<Record<string, string>> = {},
) => {
  const given = new URLSearchParams({ ...query, ...(next && { next }) });
  return given.size > 0 ? `${path}?${given}` : path;
};
