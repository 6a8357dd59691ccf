// Starts the service by its configuration, and stops it on request.
import {
  type Config,
  isLoopback,
  localOrigin,
  parseConfig,
  unreadVariables,
} from '../config.ts';
import type { Log, LogMessage } from '../log.ts';
import { endProcess } from './end-process.ts';
import { createLogger } from './logger.ts';
import { standardOutput } from './output.ts';
import { welcomeLine, welcomeText } from './start-texts.ts';
import type { Close, OnStopRequest } from './stop-requests.ts';

/**
 * Listens once the database is prepared, so that each node is ready from its first response. `onStoppable` is called
 * when it serves, and stop requests no longer end the process. Returns the addresses, as JSON unless a terminal shows
 * them.
 */
export async function runService(
  variables: NodeJS.ProcessEnv,
  onStoppable: (stop: OnStopRequest) => void,
) {
  const config = parseConfig(variables);
  const logger = await createLogger(config.logLevel);
  process.on('warning', ({ name, message }) =>
    logger.warn({ 'error.type': name, 'exception.message': message }, 'Node.js warning'),
  );
  for (const warning of [...missingTls(config, variables), ...misspelled(variables)])
    logger.warn(warning);
  // Loaded once the configuration is known to be valid.
  const { startServing } = await import('./start-serving.ts');
  const { close, ...started } = await startServing(config, logger);
  onStoppable(stopOnce(close, logger, config.drainSeconds));
  tellListening(logger, config, started.port);
  const welcome = welcomeText(config, started);
  return standardOutput.isTTY ? welcome : welcomeLine(welcome);
}

function misspelled(variables: NodeJS.ProcessEnv): LogMessage[] {
  const names = unreadVariables(variables).join(', ');
  return names === ''
    ? []
    : [`Not a variable of the service: ${names}. .deploy/configure.md lists them.`];
}

/** What live warns of at startup. Without PUBLIC_ORIGIN, a proxy may provide TLS, for which cookies would be Secure. */
export function missingTls(
  { environment, publicOrigin, isHttps, isLocal, databaseUrl }: Config,
  { PUBLIC_ORIGIN, PGSSLMODE }: NodeJS.ProcessEnv,
): LogMessage[] {
  if (environment === 'test') return [];
  const warnings: LogMessage[] = [];
  if (!isHttps && !(isLocal && PUBLIC_ORIGIN))
    warnings.push(
      `Live at ${publicOrigin} runs without TLS, so cookies are not Secure: set PUBLIC_ORIGIN to its https origin.`,
    );
  const host = databaseUrl && plainHost(new URL(databaseUrl), PGSSLMODE);
  if (host)
    warnings.push(
      `Connections to the database at ${host} run without TLS: add sslmode=verify-full to DATABASE_URL.`,
    );
  return warnings;
}

const OFF = ['disable', 'false', '0'];
const SOCKET = /^(?:\/|%2f)/i;

/** The host of a URL, if it is another machine without TLS. */
function plainHost({ hostname, searchParams }: URL, modeOfEnvironment = 'disable') {
  const host = searchParams.get('host') ?? hostname;
  const names = ['sslmode', 'ssl', 'sslrootcert', 'sslcert'];
  const mode = names.map((name) => searchParams.get(name)).find((value) => value !== null);
  const isPlain = OFF.includes(mode ?? modeOfEnvironment);
  return isPlain && !isLoopback(host) && !SOCKET.test(host) ? host : undefined;
}

function tellListening(logger: Log, { build, environment, host }: Config, port: number) {
  const fields = {
    'server.address': host,
    'server.port': port,
    'service.version': build.version,
    'vcs.ref.head.revision': build.commit,
    'process.runtime.version': build.node,
    'deployment.environment.name': environment,
  };
  logger.info(fields, `Version ${build.version} is listening at ${localOrigin(host, port)}.`);
}

/**
 * The first request stops the service; a second one, or `now`, ends the drain. If the stop fails, that is an uncaught
 * error of the process.
 */
function stopOnce(close: Close, logger: Log, drainSeconds: number): OnStopRequest {
  const endDrain = new AbortController();
  let stopping: Promise<void> | undefined;
  async function stop() {
    logger.info(
      { 'owner_api.drain_seconds': endDrain.signal.aborted ? 0 : drainSeconds },
      'draining',
    );
    const unfinished = await close(endDrain.signal);
    if (unfinished.length === 0) logger.info('stopped');
    else
      logger.warn(
        { 'owner_api.unfinished': unfinished.join(', ') },
        'stopped before everything was done',
      );
    // Connections, timers and name lookups that are left would keep the process alive.
    await endProcess(0);
  }
  return (request) => {
    if (request === 'now' || stopping) endDrain.abort();
    stopping ??= stop();
  };
}
