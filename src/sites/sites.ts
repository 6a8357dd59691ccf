// The sites for browsers and tools, by path. All are loaded before the service is ready, so that a running process
// doesn't read a later release's files.
import { inTurns, pause } from '../fairness/turns.ts';
import type { Done, Seen, Visit } from '../gate/exchange.ts';
import type { SurfaceName } from '../gate/finished-request.ts';
import { prefersHtml } from '../http/negotiation.ts';
import { createOpenApiEndpoint } from '../openapi/endpoint.ts';
import * as paths from '../paths.ts';
import type { DashboardDeps } from './dashboard/context.ts';
import { createDashboard } from './dashboard/server.ts';
import { createDocs } from './docs/server.ts';
import { createGraphiql } from './graphiql/server.ts';
import { respondNotFound } from './pages/frame.ts';
import { createStart } from './start/start.ts';

/** Serves a request with an API or a site. */
export type Serve = (request: Request, seen: Seen) => Promise<Done>;

type Handle = (request: Request, visit: Visit) => Response | Promise<Response>;

export interface Handling {
  readonly surface: SurfaceName;
  readonly serve: Serve;
}

export interface Mount extends Handling {
  readonly path: string;
  /** Whether it includes the paths below. */
  readonly below?: boolean;
}

/** `graphiql` is also the page at the GraphQL endpoint's path. */
export function createSites(deps: DashboardDeps) {
  const { config, versions } = deps;
  const { publicOrigin: origin, throttle, securityContact } = config;
  /** Pages only run examples if no data is real. */
  const canRun = config.environment === 'test';
  // Page requests start one after the other, with a pause in between, so that hundreds at once don't delay new
  // connections of API clients.
  const turn = inTurns(pause);
  const inTurn =
    (handle: Handle): Handle =>
    async (request, visit) => {
      await turn();
      return handle(request, visit);
    };
  const { handle, document: documentOf } = createOpenApiEndpoint(versions, origin, canRun);
  const openApi = inTurn(handle);
  const docs = inTurn(createDocs({ versions, throttle, origin, canRun, documentOf }));
  const graphiql = inTurn(createGraphiql(versions));
  const dashboard = inTurn(createDashboard(deps));
  const start = inTurn(createStart(origin, securityContact));
  const notFound = inTurn((request) => respondNotFound(request));
  const { START_PATHS, WELL_KNOWN_PATHS } = paths;
  const mounts: readonly Mount[] = [
    ...mountAt('docs', openApi, paths.OPENAPI_PATH, paths.OPENAPI_YAML_PATH),
    ...mountAt(
      'docs',
      docs,
      ...Object.values(paths.LLMS_PATHS),
      `${paths.DOCS_PATHS.guides}.md`,
    ),
    ...mountAt('other', start, START_PATHS.page, START_PATHS.favicon),
    ...mountAt('other', start, ...Object.values(WELL_KNOWN_PATHS)),
    ...mountBelow('docs', graphiql, paths.GRAPHIQL_ASSETS_PATH),
    ...mountBelow('docs', docs, paths.DOCS_PATHS.guides),
    ...mountBelow('dashboard', dashboard, paths.DASHBOARD_PATHS.settings),
    ...mountBelow('other', start, START_PATHS.assets),
  ];
  const nowhere: Handling = { surface: 'other', serve: siteOf(notFound) };
  return { mounts, graphiql: siteOf(graphiql, paths.GRAPHQL_PATH), nowhere };
}

/** Serves a site; `route` is its path, unless it says which of its routes it is. */
const siteOf =
  (handle: Handle, route?: string): Serve =>
  async (request, seen) => {
    const visit: Visit = { ...seen, route, failures: [] };
    const response = await handle(request, visit);
    const ran = visit.failures.map((failure) => ({ failure }));
    return { response, ran, route: visit.route, userId: visit.userId };
  };

export const mountAt = (surface: SurfaceName, handle: Handle, ...all: string[]): Mount[] =>
  all.map((path) => ({ path, surface, serve: siteOf(handle, path) }));

const mountBelow = (surface: SurfaceName, handle: Handle, path: string): Mount[] => [
  { path, below: true, surface, serve: siteOf(handle) },
];

/** Whether a read of the GraphQL endpoint is a browser that opens it; a client that sends a query gets its result. */
export const wantsGraphiql = (request: Request, { searchParams }: URL) =>
  !searchParams.has('query') && prefersHtml(request);
