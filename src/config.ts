// The environment variables: their formats, defaults and help; parsed once, with all errors reported together.
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { getSystemErrorMessage } from 'node:util';
import { z } from 'zod';
import manifest from '../package.json' with { type: 'json' };
import { MAX_INT32 } from './operation/id.ts';
import { DAY_SECONDS } from './time.ts';

/** Plain decimals only: no sign, no exponent, no white space. */
const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .refine((value) => /^\d{1,10}$/.test(value) && Number(value) >= min && Number(value) <= max, {
      error: `must be a whole number from ${min} to ${max}`,
    })
    .transform(Number);

const port = wholeNumber(0, 65_535);
const host = z.string().min(1).default('127.0.0.1');
const count = wholeNumber(1, MAX_INT32);

/** At most a day: counters in memory use Node's timers, which overflow beyond 24 days. */
const windowSeconds = wholeNumber(1, DAY_SECONDS);

const choice = <const Values extends readonly string[]>(...values: Values) =>
  z.enum(values, `must be ${values.join(' or ')}`);

const httpUrl = (error: string) => z.url({ protocol: /^https?$/, error, abort: true });

const isOrigin = (value: string) =>
  value === '*' ||
  (/^https?:/.test(value) && URL.canParse(value) && new URL(value).origin === value);

const origins = z
  .string()
  .transform((value) => value.split(',').map((origin) => origin.trim()))
  .refine((list) => list.every(isOrigin), {
    error: 'must be * or origins such as https://shop.example, separated by commas',
  });

const databaseUrl = z.url({
  protocol: /^postgres(?:ql)?$/,
  hostname: /./,
  error: 'must be a URL such as postgres://user@host/name',
});

/**
 * A value in a file, as supervisors provide secrets. It is read again each time, because they replace it; if that
 * fails, the last value is used. Errors name the file, never its content.
 */
const inFile = (textSchema: z.ZodType<string>) =>
  z.string().transform((path, { addIssue }) => {
    const read = () => textSchema.safeParse(readFileSync(path, 'utf8').trim());
    try {
      const { data, error } = read();
      if (data !== undefined) return readAgain(data, () => read().data);
      addIssue(`the text of ${path} ${error?.issues[0]?.message}`);
    } catch (error) {
      const { errno } = error as NodeJS.ErrnoException;
      addIssue(
        `${path} can't be read: ${errno === undefined ? error : getSystemErrorMessage(errno)}`,
      );
    }
    return z.NEVER;
  });

function readAgain(first: string, read: () => string | undefined): () => string {
  let last = first;
  return () => {
    try {
      last = read() ?? last;
    } catch {}
    return last;
  };
}

const contact = z
  .string()
  .transform((value) => (/^[^\s@:/]+@[^\s@]+$/.test(value) ? `mailto:${value}` : value))
  .refine((value) => /^(?:mailto:|https:\/\/|tel:)[\x21-\x7e]+$/.test(value), {
    error: 'must be an e-mail address, or a mailto:, https: or tel: URI',
  });

const workers = z.union(
  [z.literal('auto').transform(() => availableParallelism()), wholeNumber(1, 256)],
  'must be auto or a whole number from 1 to 256',
);
const DECIDE_ON_WORKERS = ['DATABASE_URL', 'DATABASE_URL_FILE', 'WORKERS'];

const LOG_LEVELS = [
  'fatal',
  'error',
  'warn',
  'notice',
  'info',
  'debug',
  'trace',
  'silent',
] as const;

const publicOrigin = httpUrl('must be an origin such as https://api.example.com')
  .refine((url) => new URL(url).href === `${new URL(url).origin}/`, {
    error: 'must be an origin without a path: give the service its own host name',
  })
  .transform((url) => new URL(url).origin);

/**
 * Its endpoints are discovered below it (OpenID Connect Discovery 1.0). Only on this machine may passwords and codes
 * travel over http.
 */
const issuer = httpUrl('must be a URL such as https://accounts.example.com')
  .refine((url) => url.startsWith('https:') || LOOPBACK.test(new URL(url).hostname), {
    error: 'must start with https:, except on localhost',
  })
  .refine((url) => !/[?#@]|\/\.well-known\//.test(url), {
    error: 'must be the issuer that the provider names, without a query, a user or /.well-known/',
  });

/** `byDefault` describes the value without the variable, for `--help`. */
const optional = <Schema extends z.ZodType>(
  schema: Schema,
  description: string,
  byDefault = 'none',
) => schema.optional().meta({ description, byDefault });

/** HAProxy's default, three failed checks two seconds apart, takes 6 s; `docker stop` kills after 10 s. */
const LIVE_DRAIN_SECONDS = 7;

const DATA_DIR = '.data';

const budget = (name: string, points: number, windowSeconds: number) => ({
  name,
  points,
  windowSeconds,
});

/** The schema of each variable. */
export const VARIABLES = {
  PORT: port.default(4000).describe('the port to listen on; 0 means any free port'),
  HOST: host.describe('the address to listen on'),
  SERVICE_ENVIRONMENT: choice('test', 'live')
    .default('test')
    .describe('test or live: which tokens are accepted; only test has demo data'),
  DATABASE_URL: optional(
    databaseUrl,
    'a PostgreSQL server, such as postgres://user@host/name',
    'an embedded database',
  ),
  DATABASE_URL_FILE: optional(inFile(databaseUrl), 'a file that contains DATABASE_URL'),
  // A server recovering from a crash usually takes less than a minute.
  DATABASE_WAIT_SECONDS: wholeNumber(0, DAY_SECONDS)
    .default(60)
    .describe('how long startup waits for an unreachable server; 0 is one attempt'),
  DATA_DIR: optional(
    z.string().min(1),
    'the directory of the embedded database; live requires it, or DATABASE_URL',
    DATA_DIR,
  ),
  WORKERS: workers
    .default(1)
    .describe('worker processes: a number, or auto for one per core; requires DATABASE_URL'),
  RATE_LIMIT_POINTS: count.default(120).describe('creates per user and window'),
  RATE_LIMIT_WINDOW_SECONDS: windowSeconds.default(60).describe('the window of RATE_LIMIT_POINTS'),
  AUTH_FAILURE_POINTS: count.default(1_000).describe('failed token lookups per address and window'),
  AUTH_FAILURE_WINDOW_SECONDS: windowSeconds
    .default(60)
    .describe('the window of AUTH_FAILURE_POINTS'),
  DEMO_DATA: choice('on', 'off')
    .default('on')
    .describe('on or off: demo data and a demo owner, in test only'),
  OIDC_ISSUER: optional(issuer, 'the OpenID Connect provider for dashboard sign-in'),
  OIDC_CLIENT_ID: optional(z.string(), 'the client ID registered with the provider'),
  OIDC_CLIENT_SECRET: optional(z.string(), 'the client secret'),
  OIDC_CLIENT_SECRET_FILE: optional(
    inFile(z.string().min(1, 'must not be empty')),
    'a file that contains OIDC_CLIENT_SECRET',
  ),
  PASSWORD_SIGN_IN: optional(
    choice('on', 'off'),
    'on or off: dashboard sign-in with a password',
    'off with OIDC_ISSUER, otherwise on',
  ),
  PUBLIC_ORIGIN: optional(
    publicOrigin,
    'where clients reach the service, without a path',
    'http://HOST:PORT',
  ),
  IMAGE_CHECK: optional(
    choice('simulate', 'enforce'),
    'enforce requests image URLs, simulate does not',
    'enforce in live, otherwise simulate',
  ),
  CORS_ORIGINS: origins
    .default(['*'])
    .describe('allowed origins of front ends, separated by commas'),
  TRUSTED_PROXY_HOPS: wholeNumber(0, 100)
    .default(0)
    .describe('how many proxies in front append to X-Forwarded-For'),
  TRUST_TRACEPARENT: choice('on', 'off')
    .default('off')
    .describe('on: traces continue the traceparent of your own proxy; off: they link to it'),
  DRAIN_SECONDS: optional(
    wholeNumber(0, 600),
    'how long /readyz returns 503 after SIGTERM before the service stops',
    `${LIVE_DRAIN_SECONDS} in live, otherwise 0`,
  ),
  // Load balancers usually keep connections for 60 s, and a request that hits a closing connection is lost.
  KEEP_ALIVE_SECONDS: wholeNumber(1, 3_600)
    .default(72)
    .describe('how long idle connections stay open; longer than load balancers keep them'),
  METRICS_PORT: optional(port, 'where /metrics is served', 'not served'),
  METRICS_HOST: host.describe('the address of METRICS_PORT'),
  SECURITY_CONTACT: optional(
    contact,
    'where to report vulnerabilities: an e-mail address or a URI, for /.well-known/security.txt',
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(
    httpUrl('must be a URL such as http://collector:4318'),
    'where to send traces, as OTLP over HTTP; other OTEL_* variables apply',
  ),
  OTEL_EXPORTER_OTLP_PROTOCOL: z
    .literal('http/json', 'must be http/json, the only supported protocol')
    .default('http/json')
    .describe('only http/json'),
  OTEL_SDK_DISABLED: choice('true', 'false').default('false').describe('true: no traces'),
  LOG_LEVEL: z
    .enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`)
    .default('info')
    .describe('fatal, error, warn, notice, info, debug, trace or silent'),
  COMMIT: optional(
    z.string().regex(/^[\w.-]{1,64}$/, 'must be the name of a commit'),
    'the commit of the code',
    'from the git checkout',
  ),
};

const environment = z
  .object(VARIABLES)
  .refine((given) => given.DATABASE_URL === undefined || given.DATABASE_URL_FILE === undefined, {
    path: ['DATABASE_URL_FILE'],
    error: 'must not be set together with DATABASE_URL',
  })
  // A missing or misspelled variable would give live a new, empty database.
  .refine(
    ({
      SERVICE_ENVIRONMENT: environment,
      DATABASE_URL,
      DATABASE_URL_FILE: file,
      DATA_DIR: directory,
    }) => environment === 'test' || (DATABASE_URL ?? file ?? directory) !== undefined,
    {
      path: ['DATABASE_URL'],
      error: 'must be set in live (or DATABASE_URL_FILE); for an embedded database, set DATA_DIR',
    },
  )
  .refine(
    (given) => (given.DATABASE_URL ?? given.DATABASE_URL_FILE) !== undefined || given.WORKERS === 1,
    {
      path: ['WORKERS'],
      error: 'must be 1 unless DATABASE_URL is set: only one process can use the embedded database',
      // Reported along with errors of other variables, but not with an error of one of these.
      when: ({ issues }) =>
        issues.every(({ path }) => !DECIDE_ON_WORKERS.includes(String(path?.[0]))),
    },
  )
  .refine(
    ({ OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET: secret, OIDC_CLIENT_SECRET_FILE: file }) =>
      OIDC_ISSUER === undefined
        ? (OIDC_CLIENT_ID ?? secret ?? file) === undefined
        : OIDC_CLIENT_ID !== undefined && (secret === undefined) !== (file === undefined),
    {
      path: ['OIDC_ISSUER'],
      error:
        'must be set with OIDC_CLIENT_ID and one of OIDC_CLIENT_SECRET and OIDC_CLIENT_SECRET_FILE',
    },
  )
  .refine((given) => given.OIDC_ISSUER !== undefined || given.PASSWORD_SIGN_IN !== 'off', {
    path: ['PASSWORD_SIGN_IN'],
    error: 'must be on unless OIDC_ISSUER is set: nobody could sign in',
  })
  .transform((given) => {
    const isLive = given.SERVICE_ENVIRONMENT === 'live';
    const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId = '' } = given;
    const clientSecret = given.OIDC_CLIENT_SECRET_FILE ?? (() => given.OIDC_CLIENT_SECRET ?? '');
    return {
      port: given.PORT,
      host: given.HOST,
      environment: given.SERVICE_ENVIRONMENT,
      databaseUrl: given.DATABASE_URL ?? given.DATABASE_URL_FILE?.(),
      currentUrl: given.DATABASE_URL_FILE,
      databaseWaitSeconds: given.DATABASE_WAIT_SECONDS,
      dataDir: given.DATA_DIR ?? DATA_DIR,
      workers: given.WORKERS,
      throttle: budget('creates', given.RATE_LIMIT_POINTS, given.RATE_LIMIT_WINDOW_SECONDS),
      authFailures: budget(
        'auth-failures',
        given.AUTH_FAILURE_POINTS,
        given.AUTH_FAILURE_WINDOW_SECONDS,
      ),
      /** Wrong passwords per account and address (D49). */
      signIn: budget('sign-in', 10, 900),
      ...reachOf(given, given.PUBLIC_ORIGIN ?? localOrigin(given.HOST, given.PORT)),
      hasDemoData: !isLive && given.DEMO_DATA === 'on',
      /** The OpenID Connect provider that signs users in; undefined: passwords only. */
      provider: issuer === undefined ? undefined : { issuer, clientId, clientSecret },
      hasPasswords: (given.PASSWORD_SIGN_IN ?? (issuer === undefined ? 'on' : 'off')) === 'on',
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
      isTraced:
        given.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined && given.OTEL_SDK_DISABLED === 'false',
      /** Whether a request's `traceparent` becomes its parent, which decides whether it is sampled. */
      trustsTraceparent: given.TRUST_TRACEPARENT === 'on',
      logLevel: given.LOG_LEVEL,
      build: buildOf(given.COMMIT),
    };
  });

/** The machine itself. */
const LOOPBACK = /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i;

function reachOf(
  { HOST, TRUSTED_PROXY_HOPS }: { HOST: string; TRUSTED_PROXY_HOPS: number },
  publicOrigin: string,
) {
  const { protocol, hostname } = new URL(publicOrigin);
  const isLocalOrigin = LOOPBACK.test(hostname);
  return {
    /** Where clients reach the service; pages use it in the requests they show. */
    publicOrigin,
    /** Whether clients use TLS. */
    isHttps: protocol === 'https:',
    /** Whether the public origin is the machine the browser runs on. */
    isLocalOrigin,
    /** Whether only this machine uses the service. A proxy on the same host forwards requests of others. */
    isLocal: isLocalOrigin && LOOPBACK.test(HOST) && TRUSTED_PROXY_HOPS === 0,
  };
}

const ANY_ADDRESS = new Set(['0.0.0.0', '::']);

export function localOrigin(host: string, port: number): string {
  const name = ANY_ADDRESS.has(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}

export type Config = z.output<typeof environment>;

/** What runs: the version of the latest release, the commit if known, the version of Node. */
export const buildOf = (commit: string | undefined) => ({
  version: manifest.version,
  commit,
  node: process.versions.node,
});
export type Build = Readonly<ReturnType<typeof buildOf>>;

/** systemd and `node --env-file` strip the quotes in a file, Docker's `--env-file` doesn't. */
const IN_QUOTES = /^(['"]).*\1$/s;

/** Reads the configuration from the process's variables; an empty one counts as absent. */
export function parseConfig(variables: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''));
  const quoted = Object.keys(VARIABLES).filter((name) => IN_QUOTES.test(given[name] ?? ''));
  const result = environment.safeParse(given);
  if (result.success && quoted.length === 0) return result.data;
  const faults = (result.error?.issues ?? [])
    .map(({ path, message }) => ({ name: path.join('.'), message }))
    .filter(({ name }) => !quoted.includes(name));
  faults.push(
    ...quoted.map((name) => ({
      name,
      message: 'must not be in quotes: here they are part of the value',
    })),
  );
  const lines = faults.map(({ name, message }) => `  ${name}: ${message}`);
  throw new ConfigError(`The configuration has errors:\n${lines.join('\n')}`);
}

/** A configuration error; its message is for the operator and never shows a value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}
