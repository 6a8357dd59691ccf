// Misspelled variables of the service are recognized; those of other programs are ignored.
import { expect, test } from 'vitest';
import { VARIABLES } from '../../src/config/variables.ts';
import { ConfigError, parseConfig } from '../../src/config.ts';
import { missingTls, misspeltVariables, readConfig } from '../../src/process/read-config.ts';

const meantBy = (...given: string[]) =>
  misspeltVariables(given, Object.keys(VARIABLES)).map(({ meant }) => meant);

test.each([
  ['DATABSE_URL', 'DATABASE_URL'],
  ['DATABASE_URI', 'DATABASE_URL'],
  ['database_url', 'DATABASE_URL'],
  ['RATELIMIT_POINTS', 'RATE_LIMIT_POINTS'],
  ['PUBILC_ORIGIN', 'PUBLIC_ORIGIN'],
  ['Port', 'PORT'],
])('suggests for %s the name %s', (given, meant) => {
  expect(meantBy(given)).toEqual([meant]);
});

test('accepts names of the service and of other programs', () => {
  const others = [
    'HOME HOSTNAME HOSTTYPE HOSTS POST PORTS PWD OLDPWD PATH SHELL SHLVL USER LOGNAME MAIL LANG LC_ALL TERM TMPDIR TZ EDITOR',
    'DISPLAY XDG_DATA_DIRS XDG_DATA_HOME XDG_RUNTIME_DIR SSH_AUTH_SOCK DBUS_SESSION_BUS_ADDRESS COLORTERM _',
    'NODE NODE_ENV NODE_OPTIONS NODE_PATH NODE_COMPILE_CACHE NODE_EXTRA_CA_CERTS INIT_CWD npm_config_loglevel npm_config_cache',
    'npm_config_user_agent npm_lifecycle_event npm_lifecycle_script npm_package_json npm_package_version npm_command npm_execpath',
    'KUBERNETES_SERVICE_HOST KUBERNETES_SERVICE_PORT KUBERNETES_PORT KUBERNETES_PORT_443_TCP_ADDR REDIS_PORT REDIS_SERVICE_HOST',
    'AWS_REGION AWS_ACCESS_KEY_ID AWS_EXECUTION_ENV ECS_CONTAINER_METADATA_URI GOOGLE_CLOUD_PROJECT K_SERVICE K_REVISION',
    'WEBSITE_HOSTNAME WEBSITES_PORT DYNO RENDER_SERVICE_NAME FLY_APP_NAME RAILWAY_ENVIRONMENT HEROKU_APP_NAME VERCEL_URL',
    'PGHOST PGPORT PGDATA PGUSER POSTGRES_URL REDIS_URL MYSQL_HOST DATABASE_HOST DATABASE_NAME DATABASE_PORT DB_URL',
    'OTEL_LOG_LEVEL DD_LOG_LEVEL DEBUG CI INVOCATION_ID NOTIFY_SOCKET JOURNAL_STREAM LISTEN_FDS http_proxy NO_PROXY',
    'TOKEN RIVAL_TOKEN WORKER_ROLE RECORD_CONTRACT POOLER ProgramFiles APPDATA SystemRoot COMPUTERNAME',
  ].flatMap((line) => line.split(' '));
  expect(meantBy(...others)).toEqual([]);
  expect(meantBy(...Object.keys(VARIABLES))).toEqual([]);
});

test('ignores a name that resembles a variable that is set', () => {
  expect(meantBy('DATABASE_URL', 'DATABASE_URLS')).toEqual([]);
  expect(meantBy('PORT', 'port')).toEqual([]);
});

test('the warning has both names, never the value, and precedes the errors that it may have caused', () => {
  const warning = 'Unknown variable DATABSE_URL: did you mean DATABASE_URL?';
  const variables = { DATABSE_URL: 'postgres://user:hunter2@host/name', DATA_DIRR: '' };
  expect(readConfig(variables).warnings).toEqual([warning]);
  const live = { ...variables, SERVICE_ENVIRONMENT: 'live', DATA_DIR: '/data' };
  expect(() => readConfig(live)).toThrow(ConfigError);
  expect(() => readConfig(live)).toThrow(`development and tests\n${warning}`);
});

const LIVE = { SERVICE_ENVIRONMENT: 'live', DATABASE_URL: 'postgres://localhost/a' };
const warnedOf = (variables: NodeJS.ProcessEnv) =>
  missingTls(parseConfig(variables), variables);

test.each([
  [{ ...LIVE, PUBLIC_ORIGIN: 'http://api.example.com' }, 'http://api.example.com'],
  [
    { ...LIVE, PUBLIC_ORIGIN: 'http://localhost:8080', HOST: '0.0.0.0' },
    'http://localhost:8080',
  ],
  [{ ...LIVE, PORT: '4001' }, 'http://127.0.0.1:4001'],
])('warns about a live service without TLS: %j', (variables, origin) => {
  expect(warnedOf(variables)).toEqual([
    `Live at ${origin} runs without TLS, so cookies are not Secure: set PUBLIC_ORIGIN to its https origin.`,
  ]);
});

test.each([
  { ...LIVE, PUBLIC_ORIGIN: 'https://api.example.com', HOST: '0.0.0.0' },
  { ...LIVE, PUBLIC_ORIGIN: 'http://localhost:4000' },
  { PUBLIC_ORIGIN: 'http://test.example.com' },
  {},
])("doesn't warn about TLS: %j", (variables) => {
  expect(warnedOf(variables)).toEqual([]);
});
