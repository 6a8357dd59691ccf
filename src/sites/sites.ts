// The sites for browsers and tools, by their paths, each loaded on first use: a node that serves clients alone needs none.
import { inTurns, pause } from '../fairness/turns.ts';
import type { Exchange, SurfaceName } from '../gate/exchange.ts';
import { prefersHtml } from '../http/negotiation.ts';
import { isRead } from '../http/respond.ts';
import * as paths from '../paths.ts';
import type { DashboardDeps } from './dashboard/context.ts';

type Handle = (request: Request, exchange: Exchange) => Response | Promise<Response>;

export interface Handling {
  readonly surface: SurfaceName;
  readonly handle: Handle;
}

export interface Mount extends Handling {
  readonly path: string;
  /** Whether the paths below it belong to it too. */
  readonly below?: boolean;
}

/** `graphiql` is the page at the path of the GraphQL endpoint as well. */
export function createSites(deps: DashboardDeps) {
  const { config, versions, logger } = deps;
  const { publicOrigin: origin, throttle, securityContact } = config;
  /** Examples are run from pages where no data is real. */
  const canRun = config.environment === 'test';
  const turn = inTurns(pause);
  const loaded = (make: () => Promise<Handle>) => onFirstUse(make, turn);
  const dashboard = loaded(async () => (await import('./dashboard/server.ts')).createDashboard(deps));
  const openApi = loaded(async () => {
    const endpoint = (await import('../openapi/endpoint.ts')).createOpenApiEndpoint(versions, origin, canRun);
    return (request, { url }) => endpoint.handle(request, url);
  });
  const docs = loaded(async () => {
    const source = { versions, throttle, origin, canRun, refusedRequestDays: config.retention.refusedRequestDays };
    const site = (await import('./docs/server.ts')).createDocs(source, (err) =>
      logger.error({ err }, 'unexpected fault'),
    );
    return (request, { url, address }) => site.handle(request, url, address);
  });
  const graphiql = loaded(async () => {
    const { handleGraphiql } = await import('./graphiql/server.ts');
    return (request, { url }) => handleGraphiql(versions, canRun, request, url);
  });
  const start = loaded(async () => (await import('./start/start.ts')).createStart(origin, securityContact));
  const notFound = loaded(async () => {
    const { respondNotFound } = await import('./pages/frame.ts');
    return (request) => respondNotFound(request);
  });
  const mounts: readonly Mount[] = [
    { path: paths.GRAPHIQL_ASSETS_PATH, below: true, surface: 'docs', handle: graphiql },
    { path: paths.OPENAPI_PATH, surface: 'docs', handle: openApi },
    { path: paths.OPENAPI_YAML_PATH, surface: 'docs', handle: openApi },
    { path: paths.ARAZZO_PATH, surface: 'docs', handle: openApi },
    { path: paths.LLMS_PATHS.index, surface: 'docs', handle: docs },
    { path: paths.LLMS_PATHS.full, surface: 'docs', handle: docs },
    { path: paths.DOCS_PATHS.guides, below: true, surface: 'docs', handle: docs },
    { path: paths.DASHBOARD_PATHS.settings, below: true, surface: 'dashboard', handle: dashboard },
    { path: paths.START_PATHS.page, surface: 'other', handle: start },
    { path: paths.START_PATHS.favicon, surface: 'other', handle: start },
    { path: paths.WELL_KNOWN_PATHS.security, surface: 'other', handle: start },
    { path: paths.WELL_KNOWN_PATHS.changePassword, surface: 'other', handle: start },
    { path: paths.START_PATHS.assets, below: true, surface: 'other', handle: start },
  ];
  const nowhere: Handling = { surface: 'other', handle: notFound };
  return { mounts, graphiql, nowhere };
}

/** A browser that opens the GraphQL endpoint gets GraphiQL, no client that sends a query does. */
export const wantsGraphiql = (request: Request, { searchParams }: URL): boolean =>
  isRead(request) && !searchParams.has('query') && prefersHtml(request);

/**
 * A handler that its first request creates; loading its modules is a long piece of work. Requests of pages begin one after
 * the other, with a pause between: hundreds at once delay no new connection of a client of the API.
 */
function onFirstUse(make: () => Promise<Handle>, turn: () => Promise<unknown>): Handle {
  let made: Promise<Handle> | undefined;
  return async (request, exchange) => {
    // After a failure the next request tries again.
    made ??= make().then(
      (handle) => pause().then(() => handle),
      (fault: unknown) => {
        made = undefined;
        throw fault;
      },
    );
    const handle = await made;
    await turn();
    return handle(request, exchange);
  };
}
