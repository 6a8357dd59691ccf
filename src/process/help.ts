// The help of the service: `node src/main.ts --help` lists its variables, with their defaults.
import { VARIABLES } from '../config.ts';
import { UsageError } from './fatal-error.ts';

/** The meaning of each variable, in the order of the list; `byDefault` where the default is no constant. */
const MEANINGS: Readonly<Record<keyof typeof VARIABLES, { readonly meaning: string; readonly byDefault?: string }>> = {
  PORT: { meaning: 'where to listen; 0 is any free port' },
  HOST: { meaning: 'the address to listen at' },
  SERVICE_ENVIRONMENT: { meaning: 'test or live: the tokens that are taken; demo data in test alone' },
  DATABASE_URL: { meaning: 'a PostgreSQL server, as postgres://user@host/name', byDefault: 'an embedded database' },
  DATA_DIR: { meaning: 'the directory of the embedded database' },
  WORKERS: { meaning: 'processes that serve the port: a number, or auto for one on each core; needs DATABASE_URL' },
  RATE_LIMIT_POINTS: { meaning: 'creates per user and window' },
  RATE_LIMIT_WINDOW_SECONDS: { meaning: 'the window of RATE_LIMIT_POINTS' },
  AUTH_FAILURE_POINTS: { meaning: 'failed token look-ups per address and window' },
  AUTH_FAILURE_WINDOW_SECONDS: { meaning: 'the window of AUTH_FAILURE_POINTS' },
  SIGN_IN_POINTS: { meaning: 'dashboard sign-ins per account and window' },
  SIGN_IN_WINDOW_SECONDS: { meaning: 'the window of SIGN_IN_POINTS' },
  PUBLIC_ORIGIN: { meaning: 'where clients reach the service; without a path', byDefault: 'http://HOST:PORT' },
  IMAGE_CHECK: { meaning: 'enforce probes image URLs, simulate does not', byDefault: 'enforce in live, else simulate' },
  CORS_ORIGINS: { meaning: 'origins of front ends, separated by commas' },
  TRUSTED_PROXY_HOPS: { meaning: 'how many proxies in front set X-Forwarded-For' },
  DRAIN_SECONDS: { meaning: 'from SIGTERM on, how long /readyz is 503 first', byDefault: '7 in live, else 0' },
  KEEP_ALIVE_SECONDS: { meaning: 'how long a connection without a request is kept; longer than balancers do' },
  METRICS_PORT: { meaning: 'where /metrics is served', byDefault: 'not served' },
  METRICS_HOST: { meaning: 'the address of METRICS_PORT' },
  LOG_LEVEL: { meaning: 'fatal, error, warn, info, debug, trace or silent' },
};

/** @throws {UsageError} with the usage, for anything but a request for help */
export function answerArguments(args: readonly string[]): string {
  const isHelp = args.every((word) => word === '--help' || word === '-h');
  if (!isHelp) throw new UsageError(`The service takes no arguments.\n${usage()}`);
  return `${usage()}\n`;
}

const NAMES = Object.keys(MEANINGS) as (keyof typeof MEANINGS)[];
const WIDTH = Math.max(...NAMES.map((name) => name.length));

const usage = (): string =>
  ['Usage:', '  npm start', '', 'Environment variables, with their defaults in brackets:', ...NAMES.map(line)].join(
    '\n',
  );

function line(name: keyof typeof MEANINGS): string {
  const { meaning, byDefault = VARIABLES[name].parse(undefined) } = MEANINGS[name];
  return `  ${name.padEnd(WIDTH)}  ${meaning} [${byDefault}]`;
}
