// Finds the route of an operation on REST.
import { ROUTES } from './routes.ts';

/** The route of an operation: its own, or the one that reads its records too. */
export const routeOf = (operation: string) =>
  ROUTES.find((route) => route.operation.name === operation) ??
  ROUTES.find((route) => route.alsoReads?.name === operation);
