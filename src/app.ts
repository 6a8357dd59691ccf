// The table of contents of the service: one fetch handler for health, both API surfaces and what stands beside them.
import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { createDashboard } from './dashboard/server.ts';
import { requestMilliseconds, withDeadline } from './database/deadline.ts';
import type { Database } from './database/open-database.ts';
import type { Documents } from './documents.ts';
import { admit } from './gate/admit.ts';
import type { Admitted, Exchange } from './gate/exchange.ts';
import { logRequest } from './gate/log-request.ts';
import { graphiqlPage, wantsGraphiql } from './graphql/graphiql.ts';
import { createGraphQLServer, internalErrorResponse } from './graphql/server.ts';
import { corsHeaders, isPreflight, preflightResponse } from './http/cors.ts';
import { respondFailure, respondInternalError } from './http/respond.ts';
import type { Failure } from './operation/failure.ts';
import type { Services } from './operation/operation.ts';
import { createThrottle } from './operation/throttle.ts';
import { createVersions, lifecycleHeaders, type Versions } from './operation/versions.ts';
import { API_BASE_PATH, DASHBOARD_PATHS, DOCS_PATHS, GRAPHQL_PATH, isBelow, OPENAPI_PATH } from './paths.ts';
import { answerHealth, isHealthPath } from './process/health.ts';
import { networkImageProbe, simulatedImageProbe } from './products/image-probe.ts';
import { createRestServer } from './rest/server.ts';
import { startHousekeeping } from './usage/housekeeping.ts';
import { createUsageRecorder } from './usage/recorder.ts';
import { finishedCall } from './usage/usage-entry.ts';

export interface AppDeps {
  readonly database: Database;
  readonly config: Config;
  readonly logger: Logger;
  readonly versions?: Versions;
  readonly imageProbe?: Services['imageProbe'];
}

interface Connection {
  /** The address of the client, as far as it can be trusted. */
  readonly address: string;
}

export interface App {
  fetch(request: Request, connection?: Connection): Promise<Response>;
  /** Writes what is held in memory; call it before the database is closed. */
  close(): Promise<void>;
}

/** What answers the requests of one surface, once the gate has spoken. */
interface SurfaceServer {
  readonly surface: Exchange['surface'];
  handle(request: Request, exchange: Exchange, admitted: Admitted): Promise<Response>;
  refuse(request: Request, failure: Failure): Response;
  fault(request: Request): Response;
}

const LOCAL: Connection = { address: 'local' };

export function createApp({ database, config, logger, versions = createVersions(), imageProbe }: AppDeps): App {
  const { db, pool } = database;
  const services: Services = {
    db,
    throttle: createThrottle(config.throttle, pool),
    imageProbe: imageProbe ?? (config.imageCheck === 'enforce' ? networkImageProbe() : simulatedImageProbe()),
  };
  const usage = createUsageRecorder(db, (err) => logger.warn({ err }, 'usage not written, kept for the next time'));
  const stopHousekeeping = startHousekeeping(db, (err) => logger.warn({ err }, 'old rows not dropped'));
  const gate = {
    db,
    versions,
    environment: config.environment,
    authFailures: createThrottle(config.authFailures),
  };
  const onFault = ({ requestId }: Exchange, err: unknown) => logger.error({ requestId, err }, 'unexpected fault');

  const rest: SurfaceServer = {
    surface: 'rest',
    fault: respondInternalError,
    ...createRestServer(services, versions, onFault),
  };
  const graphql: SurfaceServer = {
    surface: 'graphql',
    fault: internalErrorResponse,
    ...createGraphQLServer(services, onFault),
  };
  const dashboard = createDashboard({
    db,
    pool,
    config,
    versions,
    usage,
    logger,
    onFault,
  });

  /** Loaded on first use: what documents the service costs its start nothing. */
  let loading: Promise<Documents> | undefined;
  const documents = () =>
    (loading ??= import('./documents.ts').then(({ createDocuments }) =>
      createDocuments({ versions, throttle: config.throttle, origin: config.publicOrigin }),
    ));

  async function documentation(request: Request, url: URL): Promise<Response> {
    const answer = await (await documents()).docs.handle(request, url);
    return 'kind' in answer ? respondFailure(answer) : answer;
  }

  async function answer(request: Request, exchange: Exchange): Promise<Response> {
    const { pathname } = exchange.url;
    if (isHealthPath(pathname)) return answerHealth(database, request, pathname);
    if (pathname === OPENAPI_PATH) return (await documents()).openApi.handle(request, exchange.url);
    if (isBelow(pathname, DOCS_PATHS.guides)) return documentation(request, exchange.url);
    if (pathname === GRAPHQL_PATH) {
      return wantsGraphiql(request, exchange.url) ? graphiqlPage() : throughGate(graphql, request, exchange);
    }
    if (isBelow(pathname, API_BASE_PATH)) return throughGate(rest, request, exchange);
    if (isBelow(pathname, DASHBOARD_PATHS.settings)) return dashboard.handle(request, exchange);
    return respondFailure({ kind: 'notFound' });
  }

  async function throughGate(server: SurfaceServer, request: Request, exchange: Exchange): Promise<Response> {
    if (isPreflight(request)) return preflightResponse();
    if (server.surface) exchange.surface = server.surface;
    try {
      const admission = await admit(gate, request, exchange.url, exchange.address);
      exchange.admission = admission;
      const { caller, version, failure } = admission;
      return failure || !caller
        ? server.refuse(request, failure ?? { kind: 'unauthenticated' })
        : await server.handle(request, exchange, { caller, version });
    } catch (fault) {
      onFault(exchange, fault);
      return server.fault(request);
    }
  }

  function stamp({ headers }: Response, request: Request, { requestId, url, surface, admission }: Exchange): void {
    const version = admission?.version ?? versions.newest();
    const stamps = {
      'X-API-Version': version,
      'X-Request-Id': requestId,
      ...(surface && { 'Cache-Control': 'no-store' }),
      ...(admission?.caller && lifecycleHeaders(versions.lifecycle(version))),
      ...(!isBelow(url.pathname, DASHBOARD_PATHS.settings) && corsHeaders(request, config.corsOrigins)),
    };
    for (const [name, value] of Object.entries(stamps)) headers.set(name, value);
  }

  return {
    async fetch(request, { address } = LOCAL) {
      const startedAt = performance.now();
      const exchange: Exchange = { requestId: randomUUID(), address, url: new URL(request.url), outcomes: [] };
      const response = await withDeadline(requestMilliseconds, () => answer(request, exchange)).catch(
        (fault: unknown) => {
          onFault(exchange, fault);
          return respondInternalError();
        },
      );
      stamp(response, request, exchange);
      const call = finishedCall(exchange, response.status, versions);
      if (call) usage.record(call);
      logRequest(logger, request, exchange, response.status, performance.now() - startedAt);
      return response;
    },
    async close() {
      await Promise.all([usage.close(), stopHousekeeping()]);
    },
  };
}
