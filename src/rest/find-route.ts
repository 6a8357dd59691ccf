// Finds the routes of REST by operation and by path.
import { API_BASE_PATH } from '../paths.ts';
import { pathTemplate, type Route } from './route.ts';
import { ROUTES } from './routes.ts';

/** The route of an operation: its own, or the one that reads its records too. */
export const routeOf = (operation: string) =>
  ROUTES.find((route) => route.operation.name === operation) ??
  ROUTES.find((route) => route.alsoReads?.name === operation);

interface Path {
  /** Such as `/api/token-secured/product/{id}`. */
  readonly template: string;
  readonly pattern: RegExp;
  /** One for each method. */
  readonly routes: readonly Route[];
}

const PATHS: readonly Path[] = [...Map.groupBy(ROUTES, pathTemplate)].map(
  ([path, routes]) => ({
    template: API_BASE_PATH + path,
    pattern: new RegExp(`^${API_BASE_PATH}${path.replace('{id}', '([^/]+)')}$`),
    routes,
  }),
);

/** A path below the base with the ID in it, if any; undefined for a path without a route. */
export function findPath(pathname: string) {
  for (const { template, pattern, routes } of PATHS) {
    const found = pattern.exec(pathname);
    if (found) return { template, routes, id: found[1] };
  }
  return undefined;
}
