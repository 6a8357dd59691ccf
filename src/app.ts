// The table of contents of the service: every path with its handler, as one fetch handler.
import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { requestMilliseconds, withDeadline } from './database/deadline.ts';
import type { Database } from './database/open-database.ts';
import { Records } from './database/records.ts';
import type { Exchange, FaultReport } from './gate/exchange.ts';
import { createGate } from './gate/gate.ts';
import { logRequest } from './gate/log-request.ts';
import { createStamp } from './gate/stamp.ts';
import { wantsGraphiql } from './graphiql/wants-graphiql.ts';
import { createGraphQLServer } from './graphql/server.ts';
import { createDeliver } from './http/deliver.ts';
import { answerHealth } from './http/health.ts';
import { respondFailure } from './http/respond.ts';
import { transportSecurity } from './http/transport-security.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { MeasuredSurface } from './metrics/request-metrics.ts';
import { IDEMPOTENCY_KEY } from './operation/idempotency.ts';
import type { Services } from './operation/operation.ts';
import { createThrottle } from './operation/throttle.ts';
import { createVersions } from './operation/versions.ts';
import {
  API_BASE_PATH,
  DASHBOARD_PATHS,
  DOCS_PATHS,
  GRAPHIQL_ASSETS_PATH,
  GRAPHQL_PATH,
  HEALTH_PATHS,
  isBelow,
  OPENAPI_PATH,
  START_PATHS,
} from './paths.ts';
import { networkImageProbe, simulatedImageProbe } from './products/image-probe.ts';
import { RELEASES } from './rest/releases.ts';
import { createRestServer } from './rest/server.ts';
import type { ApiVersions } from './rest/version-change.ts';
import { startHousekeeping } from './usage/housekeeping.ts';
import { createUsageRecorder } from './usage/recorder.ts';
import { usageEntry } from './usage/usage-entry.ts';

export interface AppDeps {
  readonly database: Database;
  readonly config: Config;
  readonly logger: Logger;
  readonly versions?: ApiVersions;
  readonly imageProbe?: Services['imageProbe'];
  /** Aborted when the process is about to stop; `/readyz` is 503 from then on. */
  readonly stopping?: AbortSignal;
  /** Nothing is measured without them. */
  readonly metrics?: Metrics | undefined;
}

interface Connection {
  /** The address of the client, as far as it can be trusted. */
  readonly address: string;
}

export interface App {
  fetch(request: Request, connection?: Connection): Promise<Response>;
  /** Writes the usage that is held in memory; to be called before the database is closed. */
  close(): Promise<void>;
}

interface Handling {
  readonly surface: MeasuredSurface;
  readonly handle: (request: Request, exchange: Exchange) => Response | Promise<Response>;
}

interface Mount extends Handling {
  readonly path: string;
  /** Whether the paths below it belong to it too. */
  readonly below?: boolean;
}

const NOWHERE: Handling = {
  surface: 'other',
  handle: async (request) => (await import('./pages/not-found.ts')).respondNotFound(request),
};

const LOCAL: Connection = { address: 'local' };

export function createApp(deps: AppDeps): App {
  const { database, config, logger, versions = createVersions(RELEASES), stopping, metrics } = deps;
  const { db, pool, statements } = database;
  const records = new Records(statements, db);
  const imageProbe = deps.imageProbe ?? (config.imageCheck === 'enforce' ? networkImageProbe() : simulatedImageProbe());
  const services: Services = {
    db,
    records,
    throttle: createThrottle(config.throttle, pool),
    imageProbe: metrics?.measured(imageProbe) ?? imageProbe,
    keysUnderWay: new Map(),
  };
  const usage = createUsageRecorder(statements, (err) =>
    logger.warn({ err }, 'usage not written, kept for the next time'),
  );
  const stopHousekeeping = startHousekeeping(statements, (err) => logger.warn({ err }, 'old rows not dropped'));
  const onFault: FaultReport = ({ requestId }, err) => logger.error({ requestId, err }, 'unexpected fault');
  const authFailures = createThrottle(config.authFailures);
  const gate = createGate({ statements, versions, environment: config.environment, authFailures }, onFault);
  const deliver = createDeliver();
  const stamp = createStamp({ versions, corsOrigins: config.corsOrigins, constant: transportSecurity(config) });

  const rest = gate(createRestServer(services, versions, onFault));
  const graphql = gate(createGraphQLServer(services, onFault));
  const health = answerHealth({ ping: database.ping, stopping });
  // Pages and documents are loaded on first use: a node that serves clients alone needs none of them.
  const dashboard = once(async () =>
    (await import('./dashboard/server.ts')).createDashboard({ db, pool, config, versions, usage, logger, onFault }),
  );
  const openApi = once(async () =>
    (await import('./openapi/endpoint.ts')).createOpenApiEndpoint(versions, config.publicOrigin),
  );
  const graphiql = async (request: Request, { url }: Exchange) =>
    (await import('./graphiql/server.ts')).handleGraphiql(request, url);
  const start = once(async () => (await import('./pages/start.ts')).createStart(config.publicOrigin));
  const docs = once(async () => (await import('./docs/server.ts')).createDocs({ versions, ...settingsOf(config) }));

  const mounts: readonly Mount[] = [
    { path: API_BASE_PATH, below: true, surface: 'rest', handle: rest },
    {
      path: GRAPHQL_PATH,
      surface: 'graphql',
      handle: (request, exchange) =>
        wantsGraphiql(request, exchange.url) ? graphiql(request, exchange) : graphql(request, exchange),
    },
    { path: GRAPHIQL_ASSETS_PATH, below: true, surface: 'docs', handle: graphiql },
    { path: HEALTH_PATHS.up, surface: 'other', handle: health },
    { path: HEALTH_PATHS.ready, surface: 'other', handle: health },
    { path: OPENAPI_PATH, surface: 'docs', handle: async (request, { url }) => (await openApi()).handle(request, url) },
    {
      path: DOCS_PATHS.guides,
      below: true,
      surface: 'docs',
      handle: async (request, { url }) => (await docs()).handle(request, url),
    },
    {
      path: DASHBOARD_PATHS.settings,
      below: true,
      surface: 'dashboard',
      handle: async (request, exchange) => (await dashboard()).handle(request, exchange),
    },
    ...[START_PATHS.page, START_PATHS.favicon, START_PATHS.assets].map((path) => ({
      path,
      below: path === START_PATHS.assets,
      surface: 'other' as const,
      handle: async (request: Request, exchange: Exchange) => (await start())(request, exchange),
    })),
  ];

  const mountOf = ({ pathname }: URL): Handling =>
    mounts.find(({ path, below }) => (below ? isBelow(pathname, path) : pathname === path)) ?? NOWHERE;

  const answer = async ({ handle }: Handling, request: Request, exchange: Exchange) => handle(request, exchange);

  return {
    async fetch(request, { address } = LOCAL) {
      const startedAt = performance.now();
      const exchange: Exchange = {
        requestId: randomUUID(),
        address,
        url: new URL(request.url),
        idempotencyKey: request.headers.get(IDEMPOTENCY_KEY) ?? undefined,
        outcomes: [],
      };
      const mount = mountOf(exchange.url);
      const answered = await withDeadline(requestMilliseconds, () => answer(mount, request, exchange)).catch(
        (fault: unknown) => {
          onFault(exchange, fault);
          return respondFailure({ kind: 'internal' });
        },
      );
      stamp(answered, request, exchange);
      const response = await deliver(request, answered, exchange.surface ? 'answer' : 'document');
      const { status } = response;
      const milliseconds = performance.now() - startedAt;
      const entry = usageEntry(request, exchange, status);
      if (entry) usage.record(entry);
      logRequest(logger, request, exchange, status, milliseconds);
      metrics?.record(request, exchange, { surface: mount.surface, status, milliseconds });
      return response;
    },
    async close() {
      await Promise.all([usage.close(), stopHousekeeping()]);
    },
  };
}

/** The settings that the documentation shows. */
const settingsOf = ({ throttle, publicOrigin }: Config) => ({ throttle, origin: publicOrigin });

/** Makes a value when it is first needed, and keeps it. */
function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => (made ??= make());
}
