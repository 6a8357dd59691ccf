// The service as one fetch handler: its APIs and sites by path, and the steps of each request.
import { randomUUID } from 'node:crypto';
import { authenticate } from './accounts/authenticate.ts';
import type { Config } from './config.ts';
import type { Database } from './database/open-database.ts';
import { type Exchange, failed, type UnexpectedErrorReport } from './gate/exchange.ts';
import { finishedRequest } from './gate/finished-request.ts';
import { createGate } from './gate/gate.ts';
import { clientText, logRequest, requestFields } from './gate/log-request.ts';
import { createResponseDelay, readRehearsal } from './gate/rehearsals.ts';
import { createSetHeaders } from './gate/set-headers.ts';
import { createUnavailableLog } from './gate/unavailable-log.ts';
import { createGraphQLServer } from './graphql/server.ts';
import { transportSecurity } from './http/browser-headers.ts';
import { createDeliver } from './http/deliver.ts';
import type { Client } from './http/listen.ts';
import { answerHealth, respondFailure } from './http/respond.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { Services, UrlProbe } from './operation/context.ts';
import { IDEMPOTENCY_KEY } from './operation/idempotency.ts';
import { createThrottle } from './operation/throttle.ts';
import { createVersions, type Versions } from './operation/versions.ts';
import { API_BASE_PATH, GRAPHQL_PATH, HEALTH_PATHS, isBelow } from './paths.ts';
import { networkImageProbe, simulatedImageProbe } from './products/image-probe.ts';
import { beforeDeadline, REQUEST_MILLISECONDS, withDeadline } from './request-scope.ts';
import { RELEASES } from './rest/releases.ts';
import { createRestServer } from './rest/server.ts';
import { createSites, type Handling, type Mount, wantsGraphiql } from './sites/sites.ts';
import type { Tracing } from './tracing/open-tracing.ts';
import { MOST_USED, startHousekeeping, type UsedIds } from './usage/housekeeping.ts';
import { createUsageRecorder } from './usage/recorder.ts';
import { usageEntry } from './usage/usage-entry.ts';

interface AppDeps {
  readonly database: Database;
  readonly config: Config;
  readonly logger: Log;
  readonly versions?: Versions;
  readonly imageProbe?: UrlProbe;
  /** Aborted when the process is about to stop; `/readyz` returns 503 from then on. */
  readonly stopping?: AbortSignal;
  /** Absent: nothing is measured. */
  readonly metrics?: Metrics | undefined;
  /** Absent: nothing is traced. */
  readonly tracing?: Tracing | undefined;
}

export interface App {
  fetch(request: Request, client?: Client): Promise<Response>;
  /** Writes the usage in memory now instead of within five seconds. */
  flushUsage(): Promise<void>;
  /** Writes what is in memory; call it before closing the database. */
  close(): Promise<void>;
}

const USAGE_ENDS = {
  kept: 'will be retried',
  dropped: 'dropped because the database rejects it',
} as const;

/** How long a ready node may take to look up a token. */
const READY_WITHIN_MILLISECONDS = 3_000;

/** In characters. */
const MAX_AGENT_LENGTH = 200;

export function createApp(deps: AppDeps): App {
  const { config, logger, stopping, metrics, tracing } = deps;
  const parts = { ...deps, versions: deps.versions ?? createVersions(RELEASES) };
  const onUnexpectedError: UnexpectedErrorReport = ({ requestId }, err) =>
    logger.error({ 'owner_api.request_id': requestId, err }, 'unexpected error');
  const { usage, nodeMetrics, stopHousekeeping } = startRecords(parts);
  const causes = createUnavailableLog(logger);
  const findMount = createMounts(parts, onUnexpectedError);
  const deliver = createDeliver();
  const delayResponse = createResponseDelay(stopping);
  const setHeaders = createSetHeaders(
    parts.versions,
    config.corsOrigins,
    transportSecurity(config),
  );

  return {
    async fetch(request, client: Client = { address: 'local' }) {
      const startedAt = performance.now();
      const exchange = beginExchange(request, client, config);
      const mount = findMount(exchange.url);
      if ('path' in mount && !mount.below) exchange.route = mount.path;
      const span = tracing?.begin(request);
      const handle = async () => mount.handle(request, exchange);
      const answered = await withDeadline(REQUEST_MILLISECONDS, handle, span?.trace).catch(
        (error: unknown) => respondFailure(failed(exchange, error, onUnexpectedError)),
      );
      client.userId = exchange.caller?.userId;
      const delayMilliseconds = await delayResponse(
        exchange.rehearsal,
        request,
        answered,
        client.extend,
      );
      setHeaders(answered, request, exchange);
      const response = await deliver(request, answered, exchange.surface ? 'each' : 'kept');
      const { status } = response;
      const milliseconds = performance.now() - startedAt - delayMilliseconds;
      const finished = finishedRequest(request, exchange, {
        surface: mount.surface,
        status,
        milliseconds,
      });
      const entry = usageEntry(request, exchange, finished);
      if (entry) usage.record(entry);
      const fields = requestFields(request, exchange, finished);
      logRequest(logger, fields);
      span?.end(fields);
      if (finished.cause !== undefined) {
        const type = causes.note(finished.cause);
        nodeMetrics?.unavailable(type);
      }
      metrics?.record(finished);
      return response;
    },
    flushUsage: usage.flush,
    async close() {
      causes.close();
      await Promise.all([usage.close(), stopHousekeeping()]);
    },
  };
}

type Parts = AppDeps & { readonly versions: Versions };

/** Records the usage of tokens and passes it to the metrics; drops old rows. */
function startRecords({ database: { db }, logger, versions, metrics }: Parts) {
  const usage = createUsageRecorder(db, (err, end) =>
    logger.warn(
      { err, 'owner_api.dropped': usage.dropped },
      `usage not written, ${USAGE_ENDS[end]}`,
    ),
  );
  const nodeMetrics = metrics?.watchNode({ usage, versions });
  const onUsedIds = ({ sequence, used }: UsedIds) => {
    nodeMetrics?.idsUsed(sequence, used);
    if (used < MOST_USED) return;
    logger.warn(
      { 'owner_api.sequence': sequence, 'owner_api.ids_used': used },
      'most IDs of a table are used',
    );
  };
  const stopHousekeeping = startHousekeeping(db, onUsedIds, (err) =>
    logger.warn({ err }, 'old rows not deleted'),
  );
  return { usage, nodeMetrics, stopHousekeeping };
}

function createMounts(
  parts: Parts,
  onUnexpectedError: UnexpectedErrorReport,
): (url: URL) => Handling | Mount {
  const { database, config, logger, versions, stopping } = parts;
  const { db, pool } = database;
  const services: Services = {
    db,
    throttle: createThrottle(config.throttle, pool),
    urlProbe:
      parts.imageProbe ??
      (config.imageCheck === 'enforce' ? networkImageProbe() : simulatedImageProbe()),
    keysInProgress: new Map(),
  };
  const authFailures = createThrottle(config.authFailures);
  const gate = createGate(
    {
      authenticate: (value) => authenticate(db, value),
      versions,
      environment: config.environment,
      authFailures,
    },
    onUnexpectedError,
  );
  const rest = gate(createRestServer(services, versions));
  const graphql = gate(createGraphQLServer(services, versions, onUnexpectedError));
  const isReady = () =>
    withDeadline(READY_WITHIN_MILLISECONDS, () => beforeDeadline(authenticate(db, '')));
  const health = answerHealth(config.build, isReady, stopping);
  const sites = createSites({ db, pool, config, versions, logger, onUnexpectedError });
  const mounts: readonly Mount[] = [
    { path: API_BASE_PATH, below: true, surface: 'rest', handle: rest },
    {
      path: GRAPHQL_PATH,
      surface: 'graphql',
      handle: (request, exchange) =>
        wantsGraphiql(request, exchange.url)
          ? sites.graphiql(request, exchange)
          : graphql(request, exchange),
    },
    { path: HEALTH_PATHS.up, surface: 'other', handle: health },
    { path: HEALTH_PATHS.ready, surface: 'other', handle: health },
    ...sites.mounts,
  ];
  return ({ pathname }) =>
    mounts.find(({ path, below }) => (below ? isBelow(pathname, path) : pathname === path)) ??
    sites.nowhere;
}

function beginExchange(
  request: Request,
  { address }: Client,
  { environment }: Config,
): Exchange {
  const agent = request.headers.get('user-agent');
  return {
    requestId: randomUUID(),
    address,
    agent: agent === null ? undefined : clientText(agent, MAX_AGENT_LENGTH),
    url: new URL(request.url),
    idempotencyKey: request.headers.get(IDEMPOTENCY_KEY) ?? undefined,
    rehearsal: environment === 'test' ? readRehearsal(request) : undefined,
    ranOperations: [],
  };
}
