// The service as one fetch handler: its APIs and sites by path, and the steps of each request.
import { randomUUID } from 'node:crypto';
import { createAuthenticate } from './accounts/authenticate.ts';
import type { Config } from './config.ts';
import type { Database } from './database/db.ts';
import { type FinishedRequest, finishedRequest } from './gate/finished-request.ts';
import { createGate } from './gate/gate.ts';
import { clientText, logRequest, requestFields } from './gate/log-request.ts';
import { createRehearse, readRehearsal } from './gate/rehearsals.ts';
import { createSetHeaders } from './gate/response-headers.ts';
import {
  type Done,
  reportedFailure,
  type Seen,
  type UnexpectedErrorReport,
} from './gate/seen-request.ts';
import { createUnavailableLog } from './gate/unavailable-log.ts';
import { createGraphQLApi } from './graphql/server.ts';
import { createDeliver } from './http/deliver.ts';
import type { Client } from './http/listen.ts';
import { transportSecurity } from './http/page-headers.ts';
import { isRead, respondFailure, respondHealth } from './http/respond.ts';
import { exceptionFields, type Log } from './log.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { Services, UrlProbe } from './operation/context.ts';
import { createThrottle } from './operation/throttle.ts';
import { createVersions, type Versions } from './operation/versions.ts';
import { API_BASE_PATH, GRAPHQL_PATH, HEALTH_PATHS } from './paths.ts';
import { networkImageProbe } from './products/image-probe.ts';
import { simulatedImageProbe } from './products/image-url.ts';
import { beforeDeadline, REQUEST_MILLISECONDS, withDeadline } from './request-scope.ts';
import { RELEASES } from './rest/releases.ts';
import { createRestApi } from './rest/router.ts';
import { createSites, type Mount, mountAt, wantsGraphiql } from './sites/sites.ts';
import type { Tracing } from './tracing/open-tracing.ts';
import { MOST_USED, startHousekeeping } from './usage/housekeeping.ts';
import { createUsageRecorder } from './usage/recorder.ts';

export { compileReleases } from './openapi/compile-releases.ts';

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

/** How long a ready node may take to look up a token. */
const READY_WITHIN_MILLISECONDS = 3_000;

/** In characters. */
const MAX_AGENT_LENGTH = 200;

export function createApp(deps: AppDeps): App {
  const { config, logger, stopping, metrics, tracing } = deps;
  const parts = { ...deps, versions: deps.versions ?? createVersions(RELEASES) };
  const onUnexpectedError: UnexpectedErrorReport = ({ requestId }, err) =>
    logger.error(
      { 'owner_api.request_id': requestId, ...exceptionFields(err) },
      'unexpected error',
    );
  const { usage, nodeMetrics, stopHousekeeping } = startUsage(parts);
  const causes = createUnavailableLog(logger);
  const { mounts, nowhere } = createMounts(parts, onUnexpectedError);
  const deliver = createDeliver();
  const rehearse = createRehearse(stopping);
  const setHeaders = createSetHeaders(
    parts.versions,
    config.corsOrigins,
    transportSecurity(config),
  );

  /** A failure that neither an API nor a site responds to. */
  function unserved(seen: Seen, error: unknown): Done {
    const failure = reportedFailure(seen, error, onUnexpectedError);
    return { response: respondFailure(failure), ran: [{ failure }] };
  }

  /** What happened is known once, and everything that keeps it reads the same value. */
  function report(finished: FinishedRequest, span: ReturnType<Tracing['begin']> | undefined) {
    usage.count(finished);
    const fields = requestFields(finished);
    logRequest(logger, fields);
    span?.end(fields);
    if (finished.cause !== undefined) {
      const type = causes.note(finished.cause);
      nodeMetrics?.unavailable(type);
    }
    metrics?.observe(finished);
  }

  return {
    async fetch(request, client: Client = { address: 'local' }) {
      const seen = see(request, client, config);
      const { pathname } = seen.url;
      const { surface, serve } =
        mounts.find(
          ({ path, below }) =>
            pathname === path || (below && pathname.startsWith(`${path}/`)),
        ) ?? nowhere;
      const span = tracing?.begin(request);
      const work = () => serve(request, seen);
      const done = await withDeadline(REQUEST_MILLISECONDS, work, span?.trace).catch(
        (error) => unserved(seen, error),
      );
      client.setOwner?.(done.caller?.userId);
      const delayed = seen.rehearsal ? await rehearse(seen.rehearsal, request, done) : 0;
      setHeaders(request, seen, done, surface);
      const response = await deliver(request, done.response, done.api ? 'each' : 'kept');
      const milliseconds = performance.now() - seen.startedAt - delayed;
      report(finishedRequest(request, seen, done, { surface, milliseconds, response }), span);
      return response;
    },
    flushUsage: usage.flush,
    async close() {
      causes.close();
      await Promise.all([usage.close(), stopHousekeeping()]);
    },
  };
}

type AppParts = AppDeps & { readonly versions: Versions };

/** Records the usage of tokens and passes it to the metrics; drops old rows. */
function startUsage({ database: { db }, logger, versions, metrics }: AppParts) {
  const usage = createUsageRecorder(db, (err, end) =>
    logger.warn(
      { ...exceptionFields(err), 'owner_api.dropped': usage.dropped },
      end === 'kept'
        ? 'usage not written, will be retried'
        : 'usage not written, dropped because the database rejects it',
    ),
  );
  const nodeMetrics = metrics?.watchNode({ usage, versions });
  const stopHousekeeping = startHousekeeping(
    db,
    ({ sequence, used }) => {
      nodeMetrics?.idsUsed(sequence, used);
      if (used < MOST_USED) return;
      logger.warn(
        { 'owner_api.sequence': sequence, 'owner_api.ids_used': used },
        'most IDs of a table are used',
      );
    },
    (err) => logger.warn(exceptionFields(err), 'old rows not deleted'),
  );
  return { usage, nodeMetrics, stopHousekeeping };
}

function createMounts(parts: AppParts, onUnexpectedError: UnexpectedErrorReport) {
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
  const authenticate = createAuthenticate(db);
  const admit = createGate({
    authenticate,
    versions,
    environment: config.environment,
    authFailures: createThrottle(config.authFailures),
    onUnexpectedError,
  });
  const rest = createRestApi(services, versions, admit);
  const graphql = createGraphQLApi(services, versions, admit, onUnexpectedError);
  const isReady = () =>
    withDeadline(READY_WITHIN_MILLISECONDS, () => beforeDeadline(authenticate('')));
  const health = respondHealth(config.build, isReady, stopping);
  const sites = createSites({ db, pool, config, versions, logger, onUnexpectedError });
  const mounts: readonly Mount[] = [
    { path: API_BASE_PATH, below: true, surface: 'rest', serve: rest },
    {
      path: GRAPHQL_PATH,
      surface: 'graphql',
      serve: (request, seen) =>
        seen.isRead && wantsGraphiql(request, seen.url)
          ? sites.graphiql(request, seen)
          : graphql(request, seen),
    },
    ...mountAt('other', health, HEALTH_PATHS.up, HEALTH_PATHS.ready),
    ...sites.mounts,
  ];
  return { mounts, nowhere: sites.nowhere };
}

function see(request: Request, { address, host }: Client, { environment }: Config): Seen {
  const { headers } = request;
  const agent = headers.get('user-agent');
  return {
    requestId: randomUUID(),
    startedAt: performance.now(),
    address,
    agent: agent === null ? undefined : clientText(agent, MAX_AGENT_LENGTH),
    url: new URL(request.url),
    host,
    isRead: isRead(request),
    rehearsal:
      environment === 'test' && headers.has('prefer') ? readRehearsal(request) : undefined,
  };
}
