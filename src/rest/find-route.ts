// Finds the routes of REST by operation and by path.
import { API_BASE_PATH } from '../paths.ts';
import { pathTemplate } from './route.ts';
import { ROUTES } from './routes.ts';

/** The route of an operation: its own, or the one that reads its records too. */
export const routeOf = (operation: string) =>
  ROUTES.find((route) => route.operation.name === operation) ??
  ROUTES.find((route) => route.alsoReads?.name === operation);

const PATHS = [...Map.groupBy(ROUTES, ({ path }) => path)].map(([path, routes]) => ({
  template: API_BASE_PATH + pathTemplate({ path }),
  pattern: new RegExp(`^${API_BASE_PATH}${path.replace(/:id/, '([^/]+)')}$`),
  routes,
}));

/** The template of a path, its routes, one per method, and the ID in it; undefined for an unknown path. */
export function findPath(pathname: string) {
  const found = PATHS.find(({ pattern }) => pattern.test(pathname));
  return found && { ...found, id: found.pattern.exec(pathname)?.[1] };
}
