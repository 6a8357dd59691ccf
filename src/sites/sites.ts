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
import { respondDemoImage } from './demo-images.ts';
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
  const openApi = inTurn(handle);
  const docs = inTurn(createDocs({ versions, throttle, origin, canRun, documentOf }));
  const graphiql = inTurn(createGraphiql(versions));
  const dashboard = inTurn(createDashboard(deps));
  const start = inTurn(createStart(origin, securityContact));
  const demoImages = {
    path: paths.DEMO_IMAGES_PATH,
    below: true,
    surface: 'other',
    handle: inTurn(respondDemoImage),
  } as const;
  const notFound = inTurn((request) => respondNotFound(request));
  const { START_PATHS, WELL_KNOWN_PATHS } = paths;
  const mounts: readonly Mount[] = [
    ...mountAt('docs', openApi, paths.OPENAPI_PATH, paths.OPENAPI_YAML_PATH),
    ...mountAt('other', start, START_PATHS.page, START_PATHS.favicon),
    ...mountAt('other', start, ...Object.values(WELL_KNOWN_PATHS)),
    { path: paths.GRAPHIQL_ASSETS_PATH, below: true, surface: 'docs', handle: graphiql },
    { path: paths.DOCS_PATHS.guides, below: true, surface: 'docs', handle: docs },
    {
      path: paths.DASHBOARD_PATHS.settings,
      below: true,
      surface: 'dashboard',
      handle: dashboard,
    },
    { path: START_PATHS.assets, below: true, surface: 'other', handle: start },
    ...(canRun ? [demoImages] : []),
  ];
  const nowhere: Handling = { surface: 'other', handle: notFound };
  return { mounts, graphiql, nowhere };
}

const mountAt = (surface: SurfaceName, handle: Handle, ...all: readonly string[]): Mount[] =>
  all.map((path) => ({ path, surface, handle }));

/** A browser that opens the GraphQL endpoint gets GraphiQL; a client that sends a query never does. */
export const wantsGraphiql = (request: Request, { searchParams }: URL) =>
  isRead(request) && !searchParams.has('query') && prefersHtml(request);
