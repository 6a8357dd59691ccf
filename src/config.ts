// The environment, parsed once; every bad variable is reported together.
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { getSystemErrorMessage } from 'node:util';
import { z } from 'zod';
import manifest from '../package.json' with { type: 'json' };
import { MAX_INT32 } from './operation/id.ts';
import { DAY_SECONDS } from './time.ts';

/** HAProxy's own default, three failed checks two seconds apart, takes 6 s; `docker stop` kills after 10 s. */
const LIVE_DRAIN_SECONDS = 7;
const MAX_DRAIN_SECONDS = 600;

/** A server that recovers from a crash mostly takes less. */
const DATABASE_WAIT_SECONDS = 60;

/** Longer than balancers keep a connection, mostly 60 s: a request that meets the end of its connection would be lost. */
const KEEP_ALIVE_SECONDS = 72;
const MAX_KEEP_ALIVE_SECONDS = 3_600;

/** The dashboard shows the usage of the last 30 days, and of the day that has begun; a day of refused requests is a choice of its filter. */
const USAGE_DAYS = { least: 31, most: 3_650 };
const REFUSED_REQUEST_DAYS = { byDefault: 7, most: 90 };
const ACTIVITY_DAYS = { least: 30, byDefault: 365, most: 3_650 };

/** Plain decimals alone: no sign, no exponent, no white space. */
const isWholeNumber = (value: string, min: number, max: number) =>
  /^\d{1,10}$/.test(value) && Number(value) >= min && Number(value) <= max;

const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .refine((value) => isWholeNumber(value, min, max), { error: `must be a whole number from ${min} to ${max}` })
    .transform(Number);

const port = wholeNumber(0, 65_535);
const host = z.string().min(1).default('127.0.0.1');
const count = wholeNumber(1, MAX_INT32);
/** A day at most: counters in memory end by timers of Node, which overflow beyond 24 days. */
const windowSeconds = wholeNumber(1, DAY_SECONDS);

const isOrigin = (value: string) =>
  value === '*' || (/^https?:/.test(value) && URL.canParse(value) && new URL(value).origin === value);

const origins = z
  .string()
  .transform((value) => value.split(',').map((origin) => origin.trim()))
  .refine((list) => list.every(isOrigin), { error: 'must be * or origins such as https://shop.example, with commas' });

const databaseUrl = (subject = '') =>
  z.url({
    protocol: /^postgres(?:ql)?$/,
    hostname: /./,
    error: `${subject}must be a URL such as postgres://user@host/name`,
  });

/** A value in a file, as supervisors hand secrets over; a fault names the file, never what is in it. */
const inFile = (textSchema: (subject: string) => z.ZodType<string>) =>
  z.string().transform((path, context) => {
    const text = textOf(path);
    const { data, error } = textSchema(`the text of ${path} `).safeParse(text.found?.trim());
    if (data !== undefined) return data;
    const message = text.fault ?? error?.issues[0]?.message ?? '';
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });

function textOf(path: string): { readonly found?: string; readonly fault?: string } {
  try {
    return { found: readFileSync(path, 'utf8') };
  } catch (error) {
    const { errno } = error as NodeJS.ErrnoException;
    return { fault: `${path} can not be read: ${errno === undefined ? error : getSystemErrorMessage(errno)}` };
  }
}

const contact = z
  .string()
  .transform((value) => (/^[^\s@:/]+@[^\s@]+$/.test(value) ? `mailto:${value}` : value))
  .refine((value) => /^(?:mailto:|https:\/\/|tel:)[\x21-\x7e]+$/.test(value), {
    error: 'must be an e-mail address, or a URI of mailto:, https: or tel:',
  });

const MAX_WORKERS = 256;
const DECIDE_ON_WORKERS = ['DATABASE_URL', 'DATABASE_URL_FILE', 'WORKERS'];

const workers = z
  .string()
  .refine((value) => value === 'auto' || isWholeNumber(value, 1, MAX_WORKERS), {
    error: `must be auto or a whole number from 1 to ${MAX_WORKERS}`,
  })
  .transform((value) => (value === 'auto' ? availableParallelism() : Number(value)));

const LOG_LEVELS = ['fatal', 'error', 'warn', 'notice', 'info', 'debug', 'trace', 'silent'] as const;

const publicOrigin = z
  .url({ protocol: /^https?$/, error: 'must be an origin such as https://api.example.com', abort: true })
  .refine((url) => new URL(url).href === `${new URL(url).origin}/`, {
    error: 'must be an origin without a path: give the service a host name of its own',
  })
  .transform((url) => new URL(url).origin);

/** Its endpoints are found below it (OpenID Connect Discovery 1.0). Passwords and codes travel over http on this machine alone. */
const issuer = z
  .url({ protocol: /^https?$/, error: 'must be a URL such as https://accounts.example.com', abort: true })
  .refine((url) => url.startsWith('https:') || LOOPBACK.test(new URL(url).hostname), {
    error: 'must begin with https:, except on localhost',
  })
  .refine((url) => !/[?#@]|\/\.well-known\//.test(url), {
    error: 'must be the issuer as the provider names it, without a query, a user or /.well-known/',
  });

/** `byDefault` is the default in words, for `--help`, if it is no constant. */
const environment = z
  .object({
    PORT: port.default(4000).describe('where to listen; 0 is any free port'),
    HOST: host.describe('the address to listen at'),
    SERVICE_ENVIRONMENT: z
      .enum(['test', 'live'], 'must be test or live')
      .default('test')
      .describe('test or live: the tokens that are taken; demo data in test alone'),
    DATABASE_URL: databaseUrl().optional().meta({
      description: 'a PostgreSQL server, as postgres://user@host/name',
      byDefault: 'an embedded database',
    }),
    DATABASE_URL_FILE: inFile(databaseUrl)
      .optional()
      .meta({ description: 'a file with the value of DATABASE_URL', byDefault: 'none' }),
    DATABASE_WAIT_SECONDS: wholeNumber(0, DAY_SECONDS)
      .default(DATABASE_WAIT_SECONDS)
      .describe('how long a start waits for a server that is away; 0 is one try'),
    DATA_DIR: z.string().min(1).default('.data').describe('the directory of the embedded database'),
    WORKERS: workers
      .default(1)
      .describe('processes that serve the port: a number, or auto for one on each core; needs DATABASE_URL'),
    RATE_LIMIT_POINTS: count.default(120).describe('creates per user and window'),
    RATE_LIMIT_WINDOW_SECONDS: windowSeconds.default(60).describe('the window of RATE_LIMIT_POINTS'),
    AUTH_FAILURE_POINTS: count.default(1_000).describe('failed token look-ups per address and window'),
    AUTH_FAILURE_WINDOW_SECONDS: windowSeconds.default(60).describe('the window of AUTH_FAILURE_POINTS'),
    SIGN_IN_POINTS: count.default(10).describe('wrong passwords per account and address, and window'),
    SIGN_IN_WINDOW_SECONDS: windowSeconds.default(900).describe('the window of SIGN_IN_POINTS'),
    DEMO_DATA: z
      .enum(['on', 'off'], 'must be on or off')
      .default('on')
      .describe('on or off: demo data and a demo owner in test'),
    OIDC_ISSUER: issuer.optional().meta({
      description: 'the provider of sign-in to the dashboard, by OpenID Connect',
      byDefault: 'none',
    }),
    OIDC_CLIENT_ID: z
      .string()
      .optional()
      .meta({ description: 'the client as the provider has registered it', byDefault: 'none' }),
    OIDC_CLIENT_SECRET: z.string().optional().meta({ description: 'the secret of the client', byDefault: 'none' }),
    OIDC_CLIENT_SECRET_FILE: inFile((subject) => z.string().min(1, `${subject}must not be empty`))
      .optional()
      .meta({ description: 'a file with the value of OIDC_CLIENT_SECRET', byDefault: 'none' }),
    PASSWORD_SIGN_IN: z.enum(['on', 'off'], 'must be on or off').optional().meta({
      description: 'whether passwords sign in to the dashboard',
      byDefault: 'off with OIDC_ISSUER, else on',
    }),
    PUBLIC_ORIGIN: publicOrigin
      .optional()
      .meta({ description: 'where clients reach the service; without a path', byDefault: 'http://HOST:PORT' }),
    IMAGE_CHECK: z.enum(['simulate', 'enforce'], 'must be simulate or enforce').optional().meta({
      description: 'enforce probes image URLs, simulate does not',
      byDefault: 'enforce in live, else simulate',
    }),
    CORS_ORIGINS: origins.default(['*']).describe('origins of front ends, separated by commas'),
    TRUSTED_PROXY_HOPS: wholeNumber(0, 100).default(0).describe('how many proxies in front set X-Forwarded-For'),
    DRAIN_SECONDS: wholeNumber(0, MAX_DRAIN_SECONDS)
      .optional()
      .meta({ description: 'from SIGTERM on, how long /readyz is 503 first', byDefault: '7 in live, else 0' }),
    KEEP_ALIVE_SECONDS: wholeNumber(1, MAX_KEEP_ALIVE_SECONDS)
      .default(KEEP_ALIVE_SECONDS)
      .describe('how long a connection without a request is kept; longer than balancers do'),
    METRICS_PORT: port.optional().meta({ description: 'where /metrics is served', byDefault: 'not served' }),
    METRICS_HOST: host.describe('the address of METRICS_PORT'),
    USAGE_DAYS: wholeNumber(USAGE_DAYS.least, USAGE_DAYS.most)
      .default(USAGE_DAYS.least)
      .describe('how long the usage of tokens is kept; at least 31'),
    REFUSED_REQUEST_DAYS: wholeNumber(1, REFUSED_REQUEST_DAYS.most)
      .default(REFUSED_REQUEST_DAYS.byDefault)
      .describe('how long refused requests are kept; at most 90'),
    ACTIVITY_DAYS: wholeNumber(ACTIVITY_DAYS.least, ACTIVITY_DAYS.most)
      .default(ACTIVITY_DAYS.byDefault)
      .describe('how long the activity of accounts is kept; at least 30'),
    SECURITY_CONTACT: contact.optional().meta({
      description: 'whom to tell of a weakness: an e-mail address or a URI, for /.well-known/security.txt',
      byDefault: 'none',
    }),
    OTEL_EXPORTER_OTLP_ENDPOINT: z
      .url({ protocol: /^https?$/, error: 'must be a URL such as http://collector:4318' })
      .optional()
      .meta({
        description: 'where traces are sent, by OTLP over HTTP; further OTEL_* variables apply',
        byDefault: 'none',
      }),
    OTEL_EXPORTER_OTLP_PROTOCOL: z
      .literal('http/json', 'must be http/json, the protocol that traces are sent by')
      .default('http/json')
      .describe('http/json alone'),
    OTEL_SDK_DISABLED: z.enum(['true', 'false'], 'must be true or false').default('false').describe('true: no traces'),
    LOG_LEVEL: z
      .enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`)
      .default('info')
      .describe('fatal, error, warn, notice, info, debug, trace or silent'),
    COMMIT: z
      .string()
      .regex(/^[\w.-]{1,64}$/, 'must be the name of a commit')
      .optional()
      .meta({ description: 'the commit of the code', byDefault: 'that of a git checkout' }),
  })
  .refine((given) => given.DATABASE_URL === undefined || given.DATABASE_URL_FILE === undefined, {
    path: ['DATABASE_URL_FILE'],
    error: 'must not be set beside DATABASE_URL',
  })
  .refine((given) => (given.DATABASE_URL ?? given.DATABASE_URL_FILE) !== undefined || given.WORKERS === 1, {
    path: ['WORKERS'],
    error: 'must be 1 unless DATABASE_URL is set: one process alone can use the embedded database',
    // Reported beside the faults of other variables, but not beside one of these.
    when: ({ issues }) => issues.every(({ path }) => !DECIDE_ON_WORKERS.includes(String(path?.[0]))),
  })
  .refine(isProviderWhole, {
    path: ['OIDC_ISSUER'],
    error: 'must be set with OIDC_CLIENT_ID and one of OIDC_CLIENT_SECRET and OIDC_CLIENT_SECRET_FILE',
  })
  .refine((given) => given.OIDC_ISSUER !== undefined || given.PASSWORD_SIGN_IN !== 'off', {
    path: ['PASSWORD_SIGN_IN'],
    error: 'must be on unless OIDC_ISSUER is set: nobody could sign in',
  })
  .transform((given) => ({
    port: given.PORT,
    host: given.HOST,
    environment: given.SERVICE_ENVIRONMENT,
    databaseUrl: given.DATABASE_URL ?? given.DATABASE_URL_FILE,
    /** How long a start waits for a server that refuses connections, is silent, starts up or recovers. */
    databaseWaitSeconds: given.DATABASE_WAIT_SECONDS,
    dataDir: given.DATA_DIR,
    /** The number of processes that serve requests; with more than one, a primary process starts them. */
    workers: given.WORKERS,
    throttle: { name: 'creates', points: given.RATE_LIMIT_POINTS, windowSeconds: given.RATE_LIMIT_WINDOW_SECONDS },
    authFailures: {
      name: 'auth-failures',
      points: given.AUTH_FAILURE_POINTS,
      windowSeconds: given.AUTH_FAILURE_WINDOW_SECONDS,
    },
    signIn: { name: 'sign-in', points: given.SIGN_IN_POINTS, windowSeconds: given.SIGN_IN_WINDOW_SECONDS },
    ...reachOf(given.HOST, given.PUBLIC_ORIGIN ?? localOrigin(given.HOST, given.PORT)),
    hasDemoData: given.SERVICE_ENVIRONMENT === 'test' && given.DEMO_DATA === 'on',
    /** Who signs users in by OpenID Connect; undefined: passwords alone. */
    provider: providerOf(given),
    hasPasswords: (given.PASSWORD_SIGN_IN ?? (given.OIDC_ISSUER === undefined ? 'on' : 'off')) === 'on',
    imageCheck: given.IMAGE_CHECK ?? (given.SERVICE_ENVIRONMENT === 'live' ? 'enforce' : 'simulate'),
    corsOrigins: given.CORS_ORIGINS,
    trustedProxyHops: given.TRUSTED_PROXY_HOPS,
    /** From SIGTERM on, how long `/readyz` is 503 while requests are served as before. */
    drainSeconds: given.DRAIN_SECONDS ?? (given.SERVICE_ENVIRONMENT === 'live' ? LIVE_DRAIN_SECONDS : 0),
    /** How long a connection without a request is kept. */
    keepAliveSeconds: given.KEEP_ALIVE_SECONDS,
    /** Where `/metrics` is served; without a port, nothing is measured. */
    metrics: given.METRICS_PORT === undefined ? undefined : { host: given.METRICS_HOST, port: given.METRICS_PORT },
    retention: {
      usageDays: given.USAGE_DAYS,
      refusedRequestDays: given.REFUSED_REQUEST_DAYS,
      activityDays: given.ACTIVITY_DAYS,
    },
    /** A URI. */
    securityContact: given.SECURITY_CONTACT,
    /** Whether requests are traced; OpenTelemetry reads its variables itself. */
    isTraced: given.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined && given.OTEL_SDK_DISABLED === 'false',
    logLevel: given.LOG_LEVEL,
    build: buildOf(given.COMMIT),
  }));

interface ProviderVariables {
  readonly OIDC_ISSUER?: string | undefined;
  readonly OIDC_CLIENT_ID?: string | undefined;
  readonly OIDC_CLIENT_SECRET?: string | undefined;
  readonly OIDC_CLIENT_SECRET_FILE?: string | undefined;
}

function isProviderWhole({ OIDC_ISSUER, OIDC_CLIENT_ID, ...secret }: ProviderVariables): boolean {
  const { OIDC_CLIENT_SECRET: text, OIDC_CLIENT_SECRET_FILE: file } = secret;
  if (OIDC_ISSUER === undefined) return (OIDC_CLIENT_ID ?? text ?? file) === undefined;
  return OIDC_CLIENT_ID !== undefined && (text === undefined) !== (file === undefined);
}

function providerOf({ OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId = '', ...secret }: ProviderVariables) {
  const clientSecret = secret.OIDC_CLIENT_SECRET ?? secret.OIDC_CLIENT_SECRET_FILE ?? '';
  return issuer === undefined ? undefined : { issuer, clientId, clientSecret };
}

/** The schema of each variable, by its name. */
export const VARIABLES = environment.in.shape;

/** The machine itself. */
const LOOPBACK = /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i;

function reachOf(host: string, publicOrigin: string) {
  const { protocol, hostname } = new URL(publicOrigin);
  const isLocalOrigin = LOOPBACK.test(hostname);
  return {
    /** Where clients reach the service; pages show requests to paste with it. */
    publicOrigin,
    /** Whether they reach it over TLS. */
    isHttps: protocol === 'https:',
    /** Whether browsers reach it at the machine that they run on. */
    isLocalOrigin,
    /** Whether it is for this machine alone. */
    isLocal: isLocalOrigin && LOOPBACK.test(host),
  };
}

const ANY_ADDRESS = new Set(['0.0.0.0', '::']);

export function localOrigin(host: string, port: number): string {
  const name = ANY_ADDRESS.has(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}

export type Config = z.output<typeof environment>;

/** What runs: the version of the newest release, the commit if it is known, the version of Node. */
export interface Build {
  readonly version: string;
  readonly commit: string | undefined;
  readonly node: string;
}

export function buildOf(commit: string | undefined): Build {
  return { version: manifest.version, commit, node: process.versions.node };
}

/** Reads the configuration from the variables of the process; an empty one counts as absent. */
export function parseConfig(variables: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''));
  const result = environment.safeParse(given);
  if (result.success) return result.data;
  const faults = result.error.issues.map(({ path, message }) => `  ${path.join('.')}: ${message}`);
  throw new ConfigError(`The configuration has faults:\n${faults.join('\n')}`);
}

/** A fault of the configuration; its message is meant for the operator and never shows a value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}
