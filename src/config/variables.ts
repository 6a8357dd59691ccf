// The environment variables by subject, with their formats, defaults and descriptions for `--help`.
import { z } from 'zod';
import { MAX_INT32 } from '../operation/id.ts';
import { DAY_SECONDS } from '../time.ts';
import {
  choice,
  contact,
  databaseUrl,
  freeText,
  host,
  httpUrl,
  inFile,
  issuer,
  origins,
  port,
  publicOrigin,
  wholeNumber,
  windowSeconds,
} from './formats.ts';

/** `byDefault` describes the value without the variable. */
const optional = <Schema extends z.ZodType>(
  schema: Schema,
  description: string,
  byDefault = 'none',
) => schema.optional().meta({ description, byDefault });

const count = wholeNumber(1, MAX_INT32);

export const DATA_DIR = '.data';

/** HAProxy's default, three failed checks two seconds apart, takes 6 s; `docker stop` kills after 10 s. */
export const LIVE_DRAIN_SECONDS = 7;

const SERVER = {
  PORT: port.default(4000).describe('the port to listen on; 0 means any free port'),
  HOST: host.describe('the address to listen on'),
  SERVICE_ENVIRONMENT: choice('test', 'live')
    .default('test')
    .describe('test or live: which tokens are accepted; only test has demo data'),
  PUBLIC_ORIGIN: optional(
    publicOrigin,
    'where clients reach the service, without a path',
    'http://HOST:PORT',
  ),
  CORS_ORIGINS: origins
    .default(['*'])
    .describe('allowed origins of front ends, separated by commas'),
  TRUSTED_PROXY_HOPS: wholeNumber(0, 100)
    .default(0)
    .describe('how many proxies in front append to X-Forwarded-For'),
  DRAIN_SECONDS: optional(
    wholeNumber(0, 600),
    'how long /readyz returns 503 after SIGTERM before the service stops',
    `${LIVE_DRAIN_SECONDS} in live, otherwise 0`,
  ),
  // Load balancers usually keep connections for 60 s, and a request that hits a closing connection is lost.
  KEEP_ALIVE_SECONDS: wholeNumber(1, 3_600)
    .default(72)
    .describe('how long idle connections stay open; longer than load balancers keep them'),
  IMAGE_CHECK: optional(
    choice('simulate', 'enforce'),
    'enforce requests image URLs, simulate does not',
    'enforce in live, otherwise simulate',
  ),
  SECURITY_CONTACT: optional(
    contact,
    'where to report vulnerabilities: an e-mail address or a URI, for /.well-known/security.txt',
  ),
};

const DATABASE = {
  DATABASE_URL: optional(
    databaseUrl,
    'a PostgreSQL server, such as postgres://user@host/name; live requires one',
    'an embedded database',
  ),
  DATABASE_URL_FILE: optional(inFile(databaseUrl), 'a file that contains DATABASE_URL'),
  // A server recovering from a crash usually takes less than a minute.
  DATABASE_WAIT_SECONDS: wholeNumber(0, DAY_SECONDS)
    .default(60)
    .describe('how long startup waits for an unreachable server; 0 is one attempt'),
  DATA_DIR: optional(
    freeText,
    'the directory of the embedded database, for evaluation, development and tests',
    DATA_DIR,
  ),
  DEMO_DATA: choice('on', 'off')
    .default('on')
    .describe('on or off: demo data and a demo owner, in test only'),
};

const LIMITS = {
  RATE_LIMIT_POINTS: count.default(120).describe('creates per user and window'),
  RATE_LIMIT_WINDOW_SECONDS: windowSeconds.default(60).describe('the window of RATE_LIMIT_POINTS'),
  AUTH_FAILURE_POINTS: count.default(1_000).describe('failed token lookups per address and minute'),
};

const SIGN_IN = {
  OIDC_ISSUER: optional(issuer, 'the OpenID Connect provider for dashboard sign-in'),
  OIDC_CLIENT_ID: optional(freeText, 'the client ID registered with the provider'),
  OIDC_CLIENT_SECRET: optional(freeText, 'the client secret'),
  OIDC_CLIENT_SECRET_FILE: optional(
    inFile(z.string().min(1, 'must not be empty')),
    'a file that contains OIDC_CLIENT_SECRET',
  ),
};

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

const OBSERVABILITY = {
  LOG_LEVEL: choice(...LOG_LEVELS)
    .default('info')
    .describe(LOG_LEVELS.join(', ')),
  METRICS_PORT: optional(port, 'where /metrics is served', 'not served'),
  METRICS_HOST: host.describe('the address of METRICS_PORT'),
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(
    httpUrl('must be a URL such as http://collector:4318'),
    'where to send traces, as OTLP in JSON over HTTP; other OTEL_* variables apply',
  ),
  TRUST_TRACEPARENT: choice('on', 'off')
    .default('off')
    .describe('on: traces continue the traceparent of your own proxy; off: they link to it'),
  COMMIT: optional(
    z.string().regex(/^[\w.-]{1,64}$/, 'must be the name of a commit'),
    'the commit of the code',
    'from the git checkout',
  ),
};

/** The schema of each variable. */
export const VARIABLES = { ...SERVER, ...DATABASE, ...LIMITS, ...SIGN_IN, ...OBSERVABILITY };
