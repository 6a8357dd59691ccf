// The configuration of the service: its environment variables, parsed once, with all errors reported together.
import { z } from 'zod';
import manifest from '../package.json' with { type: 'json' };
import { hostInUrl, isLoopback } from './config/formats.ts';
import { LIVE_DRAIN_SECONDS, VARIABLES } from './config/variables.ts';

type Variables = z.output<z.ZodObject<typeof VARIABLES>>;

/** All that a provider needs, with one secret, or nothing. */
function isProviderComplete(given: Variables) {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_CLIENT_SECRET_FILE } = given;
  const parts = [OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET ?? OIDC_CLIENT_SECRET_FILE];
  const isTwice = OIDC_CLIENT_SECRET !== undefined && OIDC_CLIENT_SECRET_FILE !== undefined;
  return !isTwice && new Set(parts.map((part) => part === undefined)).size === 1;
}

/** Where anyone can register: Google, GitLab, and Microsoft's tenant of personal accounts. */
const OPEN_TO_ANYONE =
  /^https:\/\/(?:accounts\.google\.com|gitlab\.com)(?:\/|$)|\/9188040d-6c67-4c5b-b112-36a304b66dad\//i;

/**
 * The error of a rule for several variables. The rule also runs beside invalid values, which it gets as they are, so
 * that all errors are reported at once.
 */
const errorAt = (name: keyof typeof VARIABLES, error: string) => ({
  path: [name],
  error,
  when: () => true,
});

const environment = z
  .object(VARIABLES)
  .refine(
    ({ PORT, METRICS_PORT }) => METRICS_PORT !== PORT || PORT === 0,
    errorAt('METRICS_PORT', 'must differ from PORT'),
  )
  .refine(
    (given) => given.DATABASE_URL === undefined || given.DATABASE_URL_FILE === undefined,
    errorAt('DATABASE_URL_FILE', 'must not be set together with DATABASE_URL'),
  )
  .refine(
    (given) =>
      given.SERVICE_ENVIRONMENT !== 'live' ||
      (given.DATABASE_URL ?? given.DATABASE_URL_FILE) !== undefined,
    errorAt(
      'DATABASE_URL',
      'must be set in live (or DATABASE_URL_FILE): the embedded database is for evaluation, development and tests',
    ),
  )
  .refine(
    isProviderComplete,
    errorAt(
      'OIDC_ISSUER',
      'must be set with OIDC_CLIENT_ID and one of OIDC_CLIENT_SECRET and OIDC_CLIENT_SECRET_FILE',
    ),
  )
  .refine(
    ({ OIDC_TRUST_EMAIL: trust, OIDC_ISSUER: issuer = '' }) =>
      trust !== 'on' || !OPEN_TO_ANYONE.test(issuer),
    errorAt(
      'OIDC_TRUST_EMAIL',
      'must be off, because anyone can register at this OIDC_ISSUER',
    ),
  )
  .transform((given) => {
    const isLive = given.SERVICE_ENVIRONMENT === 'live';
    const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId = '' } = given;
    const trustsEmail = given.OIDC_TRUST_EMAIL === 'on';
    const clientSecret =
      given.OIDC_CLIENT_SECRET_FILE ?? (() => given.OIDC_CLIENT_SECRET ?? '');
    return {
      port: given.PORT,
      host: given.HOST,
      environment: given.SERVICE_ENVIRONMENT,
      databaseUrl: given.DATABASE_URL ?? given.DATABASE_URL_FILE?.(),
      currentUrl: given.DATABASE_URL_FILE,
      databaseWaitSeconds: given.DATABASE_WAIT_SECONDS,
      dataDir: given.DATA_DIR,
      throttle: {
        name: 'creates',
        points: given.RATE_LIMIT_POINTS,
        windowSeconds: given.RATE_LIMIT_WINDOW_SECONDS,
      },
      authFailures: {
        name: 'auth-failures',
        points: given.AUTH_FAILURE_POINTS,
        windowSeconds: 60,
      },
      ...reachOf(given),
      hasDemoData: !isLive && given.DEMO_DATA === 'on',
      /** The OpenID Connect provider that signs users in; undefined: links alone do. */
      provider:
        issuer === undefined ? undefined : { issuer, clientId, clientSecret, trustsEmail },
      imageCheck: given.IMAGE_CHECK ?? (isLive ? 'enforce' : 'simulate'),
      corsOrigins: given.CORS_ORIGINS,
      trustedProxyHops: given.TRUSTED_PROXY_HOPS,
      drainSeconds: given.DRAIN_SECONDS ?? (isLive ? LIVE_DRAIN_SECONDS : 0),
      keepAliveSeconds: given.KEEP_ALIVE_SECONDS,
      metrics:
        given.METRICS_PORT === undefined
          ? undefined
          : { host: given.METRICS_HOST, port: given.METRICS_PORT },
      /** A URI. */
      securityContact: given.SECURITY_CONTACT,
      /** Whether requests are traced; OpenTelemetry reads its variables itself. */
      isTraced: given.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined,
      /** Whether a request's `traceparent` becomes its parent, which decides whether it is sampled. */
      trustsTraceparent: given.TRUST_TRACEPARENT === 'on',
      logLevel: given.LOG_LEVEL,
      build: buildOf(given.COMMIT, given.SERVICE_VERSION),
      /** A file to which commands write their security events instead of stderr. */
      commandLog: given.COMMAND_LOG,
    };
  });

function reachOf({ HOST, PORT, PUBLIC_ORIGIN, TRUSTED_PROXY_HOPS }: Variables) {
  const publicOrigin = PUBLIC_ORIGIN ?? localOrigin(HOST, PORT);
  const { protocol, hostname } = new URL(publicOrigin);
  const isLocalOrigin = isLoopback(hostname);
  return {
    /** Where clients reach the service; pages use it in the requests they show. */
    publicOrigin,
    /** Whether clients use TLS. */
    isHttps: protocol === 'https:',
    /** Whether the public origin is the machine the browser runs on. */
    isLocalOrigin,
    /** Whether only this machine uses the service. A proxy on the same host forwards requests of others. */
    isLocal: isLocalOrigin && isLoopback(HOST) && TRUSTED_PROXY_HOPS === 0,
  };
}

export { isLoopback };

const ANY_ADDRESS = ['0.0.0.0', '::'];

export function localOrigin(host: string, port: number) {
  const name = ANY_ADDRESS.includes(host) ? 'localhost' : hostInUrl(host);
  return `http://${name}:${port}`;
}

export type Config = z.output<typeof environment>;

/** What runs: the version of the release, the commit if known, the version of Node. */
export const buildOf = (commit: string | undefined, version = manifest.version) => ({
  version,
  commit,
  node: process.versions.node,
});
export type Build = Readonly<ReturnType<typeof buildOf>>;

/** OpenTelemetry reads its variables itself. */
const OTHERS_READ = /^OTEL_/;

const firstWord = (name: string) => name.replace(/_.*$/, '_');
const FIRST_WORDS = Object.keys(VARIABLES).map(firstWord);

/** Variables that begin like one of the service's, but that it doesn't read: perhaps misspelled. */
export const unreadVariables = (variables: NodeJS.ProcessEnv) =>
  Object.keys(variables).filter(
    (name) =>
      FIRST_WORDS.includes(firstWord(name)) &&
      !Object.hasOwn(VARIABLES, name) &&
      !OTHERS_READ.test(name),
  );

/** Reads the configuration from the process's variables; an empty one counts as absent. */
export function parseConfig(variables: Readonly<Record<string, string | undefined>>) {
  const given = Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== ''),
  );
  const { success, data, error } = environment.safeParse(given);
  if (success) return data;
  const lines = error.issues.map(({ path, message }) => `  ${path.join('.')}: ${message}`);
  throw new ConfigError(`The configuration has errors:\n${lines.join('\n')}`);
}

/** A configuration error; its message is for the operator and never shows a value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}
