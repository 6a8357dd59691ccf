// The sites for browsers and tools, by path. All are loaded before the service is ready, so that a running process
// doesn't read a later release's files.
import { createPageTurns } from '../fairness/page-turns.ts';
import type { SurfaceName } from '../gate/finished-request.ts';
import type { Done, Seen, Visit } from '../gate/seen-request.ts';
import { prefersHtml } from '../http/negotiation.ts';
import { rejectWrite } from '../http/respond.ts';
import { createOpenApiEndpoint } from '../openapi/endpoint.ts';
import * as paths from '../paths.ts';
import type { DashboardDeps } from './dashboard/context.ts';
import { createDashboard } from './dashboard/server.ts';
import { createDocs } from './docs/server.ts';
import { respondGraphiql } from './graphiql/server.ts';
import { createStart } from './start/start.ts';

/** Serves a request with an API or a site. */
export type Serve = (request: Request, seen: Seen) => Promise<Done>;

type Handle = (request: Request, visit: Visit) => Response | Promise<Response>;

export interface Mount {
  readonly path: string;
  /** Whether it includes the paths below. */
  readonly below?: boolean;
  readonly surface: SurfaceName;
  readonly serve: Serve;
}

/** The sites by path; GraphiQL, whose page is at the GraphQL endpoint's path; and what serves every other path. */
export function createSites(deps: DashboardDeps) {
  const { config, versions } = deps;
  const { publicOrigin: origin, throttle, securityContact } = config;
  /** Only if no data is real, pages run examples, and demo products have pictures. */
  const isTest = config.environment === 'test';
  const turns = createPageTurns();
  const inTurn =
    (handle: Handle): Handle =>
    async (request, visit) => {
      await turns.start(visit);
      return handle(request, visit);
    };
  const forReads = (handle: Handle) =>
    inTurn((request, visit) => (visit.isRead ? handle(request, visit) : rejectWrite()));
  const { handle, document: documentOf } = createOpenApiEndpoint(versions, origin, isTest);
  const docs = createDocs({ versions, throttle, origin, isTest, documentOf });
  const start = createStart({ origin, securityContact, hasDemoImages: isTest });
  const mounts: readonly Mount[] = [
    ...mountAt('docs', forReads(handle), paths.OPENAPI_PATH, paths.OPENAPI_YAML_PATH),
    ...mountAt('docs', forReads(docs), paths.DOCS_PATHS.agents),
    {
      path: paths.DOCS_PATHS.guides,
      below: true,
      surface: 'docs',
      serve: siteOf(forReads(docs)),
    },
    {
      path: paths.DASHBOARD_PATHS.settings,
      below: true,
      surface: 'dashboard',
      serve: siteOf(createDashboard(deps, turns)),
    },
  ];
  const nowhere = { surface: 'other', serve: siteOf(inTurn(start)) } as const;
  return { mounts, graphiql: siteOf(inTurn(respondGraphiql), paths.GRAPHQL_PATH), nowhere };
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

/** A site at single paths, which are its routes. */
export const mountAt = (surface: SurfaceName, handle: Handle, ...all: string[]): Mount[] =>
  all.map((path) => ({ path, surface, serve: siteOf(handle, path) }));

/** Whether a read of the GraphQL endpoint is a browser that opens it; a client that sends a query gets its result. */
export const wantsGraphiql = (request: Request, { searchParams }: URL) =>
  !searchParams.has('query') && prefersHtml(request);
