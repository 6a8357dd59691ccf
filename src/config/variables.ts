// The environment variables by subject, with their formats and defaults; `.deploy/configure.md` explains them.
import { z } from 'zod';
import { MAX_INT32 } from '../operation/id.ts';
import { DAY_SECONDS } from '../time.ts';
import { databaseUrl } from './database-url.ts';
import {
  choice,
  contact,
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

const count = wholeNumber(1, MAX_INT32);

/** HAProxy's default, three failed checks two seconds apart, takes 6 s; `docker stop` kills after 10 s. */
export const LIVE_DRAIN_SECONDS = 7;

/** The schema of each variable. */
export const VARIABLES = {
  // The server.
  PORT: port.default(4000),
  HOST: host,
  SERVICE_ENVIRONMENT: choice('test', 'live').default('test'),
  PUBLIC_ORIGIN: publicOrigin.optional(),
  CORS_ORIGINS: origins.default(['*']),
  TRUSTED_PROXY_HOPS: wholeNumber(0, 100).default(0),
  DRAIN_SECONDS: wholeNumber(0, 600).optional(),
  // Load balancers usually keep connections for 60 s, and a request that hits a closing connection is lost.
  KEEP_ALIVE_SECONDS: wholeNumber(1, 3_600).default(72),
  IMAGE_CHECK: choice('simulate', 'enforce').optional(),
  SECURITY_CONTACT: contact.optional(),

  // The database.
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_URL_FILE: inFile(databaseUrl).optional(),
  // A server recovering from a crash usually takes less than a minute.
  DATABASE_WAIT_SECONDS: wholeNumber(0, DAY_SECONDS).default(60),
  DATA_DIR: freeText.default('.data'),
  DEMO_DATA: choice('on', 'off').default('on'),

  // Limits.
  RATE_LIMIT_POINTS: count.default(120),
  RATE_LIMIT_WINDOW_SECONDS: windowSeconds.default(60),
  AUTH_FAILURE_POINTS: count.default(1_000),

  // Sign-in.
  OIDC_ISSUER: issuer.optional(),
  OIDC_CLIENT_ID: freeText.optional(),
  OIDC_CLIENT_SECRET: freeText.optional(),
  OIDC_CLIENT_SECRET_FILE: inFile(z.string().min(1, 'must not be empty')).optional(),
  OIDC_TRUST_EMAIL: choice('on', 'off').default('off'),

  // Observability.
  LOG_LEVEL: choice(
    'fatal',
    'error',
    'warn',
    'notice',
    'info',
    'debug',
    'trace',
    'silent',
  ).default('info'),
  METRICS_PORT: port.optional(),
  METRICS_HOST: host,
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl(
    'must be a URL such as http://collector:4318',
  ).optional(),
  TRUST_TRACEPARENT: choice('on', 'off').default('off'),
  COMMAND_LOG: freeText.optional(),
  COMMIT: z
    .string()
    .regex(/^[\w.-]{1,64}$/, 'must be the name of a commit')
    .optional(),
  // What a tag of an image may be.
  SERVICE_VERSION: z
    .string()
    .regex(/^[\w.-]{1,128}$/, 'must be the name of a release')
    .optional(),
};
