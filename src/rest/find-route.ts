// Finds the routes of REST by operation and by path.
import { API_BASE_PATH } from '../paths.ts';
import { pathTemplate } from './route.ts';
import { ROUTES } from './routes.ts';

/** The route of an operation: its own, or the one that reads its records too. */
export const routeOf = (operation: string) =>
  ROUTES.find((route) => route.operation.name === operation) ??
  ROUTES.find((route) => route.alsoReads?.name === operation);

const TEMPLATES = [...new Set(ROUTES.map(({ path }) => path))].map((path) => ({
  template: API_BASE_PATH + pathTemplate({ path }),
  pattern: new RegExp(`^${API_BASE_PATH}${path.replace(/:\w+/, '[^/]+')}$`),
}));

/** The template of a path below the base, for the log; undefined for a path without a route. */
export const templateOf = (pathname: string) =>
  TEMPLATES.find(({ pattern }) => pattern.test(pathname))?.template;
