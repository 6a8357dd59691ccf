// The sites for browsers and tools, by path. All are loaded before the service is ready, so that a running process
// doesn't read a later release's files.
import { inTurns, pause } from '../fairness/turns.ts';
import type { Exchange } from '../gate/exchange.ts';
import type { SurfaceName } from '../gate/finished-request.ts';
import { prefersHtml } from '../http/negotiation.ts';
import { isRead } from '../http/respond.ts';
import { createOpenApiEndpoint } from '../openapi/endpoint.ts';
import * as paths from '../paths.ts';
import type { DashboardDeps } from './dashboard/context.ts';
import { createDashboard } from './dashboard/server.ts';
import { createDocs } from './docs/server.ts';
import { createGraphiql } from './graphiql/server.ts';
import { respondNotFound } from './pages/frame.ts';
import { createStart } from './start/start.ts';

type Handle = (request: Request, exchange: Exchange) => Response | Promise<Response>;

export interface Handling {
  readonly surface: SurfaceName;
  readonly handle: Handle;
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
  /** Only if no data is real, pages run examples, and demo products have pictures. */
  const canRun = config.environment === 'test';
  // Page requests start one after the other, with a pause in between, so that hundreds at once don't delay new
  // connections of API clients.
  const turn = inTurns(pause);
  const inTurn =
    (handle: Handle): Handle =>
    async (request, exchange) => {
      await turn();
      return handle(request, exchange);
    };
  const { handle, document: documentOf } = createOpenApiEndpoint(versions, origin, canRun);
  const docs = createDocs({ versions, throttle, origin, canRun, documentOf });
  const graphiql = createGraphiql(versions);
  const start = createStart({ origin, securityContact, hasDemoImages: canRun });
  const mount = (surface: SurfaceName, handle: Handle, ...all: readonly string[]) =>
    all.map((path): Mount => ({ path, below: true, surface, handle: inTurn(handle) }));
  const openApi = { surface: 'docs', handle: inTurn(handle) } as const;
  const mounts: readonly Mount[] = [
    { path: paths.OPENAPI_PATH, ...openApi },
    { path: paths.OPENAPI_YAML_PATH, ...openApi },
    ...mount('docs', graphiql, paths.GRAPHIQL_ASSETS_PATH),
    ...mount('docs', docs, paths.DOCS_PATHS.guides),
    ...mount('dashboard', createDashboard(deps), paths.DASHBOARD_PATHS.settings),
    ...mount('other', start, ...Object.values(paths.START_PATHS)),
    ...mount('other', start, ...Object.values(paths.WELL_KNOWN_PATHS)),
  ];
  const notFound = inTurn((request) => respondNotFound(request));
  const nowhere: Handling = { surface: 'other', handle: notFound };
  return { mounts, graphiql: inTurn(graphiql), nowhere };
}

/** A browser that opens the GraphQL endpoint gets GraphiQL; a client that sends a query never does. */
export const wantsGraphiql = (request: Request, { searchParams }: URL) =>
  isRead(request) && !searchParams.has('query') && prefersHtml(request);
