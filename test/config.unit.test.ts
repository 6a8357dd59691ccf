// The configuration: defaults, and all errors at once without any values.
import { expect, test } from 'vitest';
import { parseConfig } from '../src/config.ts';

test('an empty environment results in the documented defaults', () => {
  expect(parseConfig({ PORT: '' })).toMatchObject({
    port: 4000,
    host: '127.0.0.1',
    environment: 'test',
    databaseUrl: undefined,
    dataDir: '.data',
    throttle: { points: 120, windowSeconds: 60 },
    imageCheck: 'simulate',
    corsOrigins: ['*'],
    logLevel: 'info',
    metrics: undefined,
    keepAliveSeconds: 72,
  });
});

const DATABASE_URL = 'postgres://localhost/a';
const LIVE = { SERVICE_ENVIRONMENT: 'live', DATABASE_URL };
const ORIGINS = ['https://a.example', 'https://b.example'];

test.each([
  ['live enforces the image check (D29)', LIVE, { imageCheck: 'enforce' }],
  [
    'an image names its release and commit',
    { SERVICE_VERSION: '1.2.3', COMMIT: 'abc' },
    { build: { version: '1.2.3', commit: 'abc' } },
  ],
  [
    'unless configured otherwise',
    { ...LIVE, IMAGE_CHECK: 'simulate' },
    { imageCheck: 'simulate' },
  ],
  ['the host may be a name', { HOST: 'Node_1.example' }, { host: 'Node_1.example' }],
  ['test stops without waiting for load balancers', {}, { drainSeconds: 0 }],
  ['live does', LIVE, { drainSeconds: 7 }],
  ['unless configured otherwise', { ...LIVE, DRAIN_SECONDS: '0' }, { drainSeconds: 0 }],
  [
    'metrics are served on loopback',
    { METRICS_PORT: '9464' },
    { metrics: { host: '127.0.0.1', port: 9464 } },
  ],
  [
    'or on the configured host',
    { METRICS_PORT: '0', METRICS_HOST: '::' },
    { metrics: { host: '::', port: 0 } },
  ],
  ['but not without a port', { METRICS_HOST: '0.0.0.0' }, { metrics: undefined }],
  [
    'origins are a list',
    { CORS_ORIGINS: 'https://a.example, https://b.example' },
    { corsOrigins: ORIGINS },
  ],
  [
    'apps have origins of their own',
    {
      CORS_ORIGINS:
        'capacitor://localhost,tauri://localhost,ionic://localhost,chrome-extension://abcdefghijklmnop',
    },
    {
      corsOrigins: [
        'capacitor://localhost',
        'tauri://localhost',
        'ionic://localhost',
        'chrome-extension://abcdefghijklmnop',
      ],
    },
  ],
  [
    'the public origin is one',
    { PUBLIC_ORIGIN: 'https://API.example.com' },
    { publicOrigin: 'https://api.example.com' },
  ],
  [
    'with or without a slash',
    { PUBLIC_ORIGIN: 'https://a.example:443/' },
    { publicOrigin: 'https://a.example' },
  ],
  [
    'a contact is a URI',
    { SECURITY_CONTACT: 'https://example.com/a' },
    { securityContact: 'https://example.com/a' },
  ],
])('%s: %j', (_, variables, config) => {
  expect(parseConfig(variables)).toMatchObject(config);
});

test.each([{}, { DATA_DIR: '.data' }])(
  'live requires a PostgreSQL server (D1), with %j',
  (more) => {
    expect(() => parseConfig({ SERVICE_ENVIRONMENT: 'live', ...more })).toThrow(
      '  DATABASE_URL: must be set in live (or DATABASE_URL_FILE): the embedded database is for evaluation, development and tests',
    );
    expect(parseConfig({ ...LIVE, ...more })).toMatchObject({ databaseUrl: DATABASE_URL });
  },
);

const REFUSED: Readonly<Record<string, readonly string[]>> = {
  PORT: ['0x50', ' 80', '65536'],
  HOST: ['[::1]', '999.1.1.1', 'localhost:80', 'http://localhost', 'exa mple', 'a/b', 'a@b'],
  METRICS_PORT: ['on'],
  METRICS_HOST: ['localhost:9464'],
  RATE_LIMIT_POINTS: ['1e3'],
  RATE_LIMIT_WINDOW_SECONDS: ['86401', '1.5'],
  DRAIN_SECONDS: ['601'],
  LOG_LEVEL: ['verbose'],
  KEEP_ALIVE_SECONDS: ['0'],
  CORS_ORIGINS: [
    'foo bar',
    'https://a.example/',
    'https://*.shop.example',
    'capacitor://localhost/app',
    'http://',
    'file:///a',
  ],
  DATABASE_URL: ['postgres://', 'mysql://hunter2@host'],
  PUBLIC_ORIGIN: [
    'api.example.com',
    'ftp://api.example.com',
    'https://user:hunter2@api.example.com',
  ],
  SECURITY_CONTACT: ['a@example.com', 'javascript:x', 'mailto:a@b\nContact: x'],
};

test.each(
  Object.entries(REFUSED).flatMap(([name, values]) => values.map((value) => [name, value])),
)('rejects %s=%j and says why, without the value', (name, value) => {
  const parse = () => parseConfig({ [name as string]: value });
  expect(parse).toThrow(new RegExp(`^The configuration has errors:\\n {2}${name}: must be `));
  expect(parse).not.toThrow('hunter2');
});

/** The variables with errors. */
function errorsOf(variables: Record<string, string>) {
  try {
    parseConfig(variables);
  } catch (error) {
    return [...String(error).matchAll(/^ {2}(\w+):/gm)].map(([, name]) => name);
  }
  return [];
}

test('reports all errors at once, sorted by name', () => {
  const faulty = {
    PORT: 'x',
    RATE_LIMIT_POINTS: '0',
    SERVICE_ENVIRONMENT: 'prod',
    DATABASE_URL: 'mysql://host',
  };
  for (const name of Object.keys(faulty)) expect(() => parseConfig(faulty)).toThrow(name);
});

test('lists the values of a choice', () => {
  expect(() => parseConfig({ LOG_LEVEL: 'verbose' })).toThrow(
    '  LOG_LEVEL: must be one of fatal, error, warn, ',
  );
});

test('reports invalid values and variables that do not fit together at once', () => {
  const faulty = {
    PORT: 'abc',
    SERVICE_ENVIRONMENT: 'live',
    OIDC_ISSUER: 'https://accounts.google.com',
    OIDC_TRUST_EMAIL: 'on',
  };
  expect(errorsOf(faulty)).toEqual([
    'PORT',
    'DATABASE_URL',
    'OIDC_ISSUER',
    'OIDC_TRUST_EMAIL',
  ]);
  const both = { PORT: 'abc', DATABASE_URL, DATABASE_URL_FILE: '/no/url' };
  expect(errorsOf(both)).toEqual(['PORT', 'DATABASE_URL_FILE', 'DATABASE_URL_FILE']);
});

test.each([
  [{ PORT: '9464', METRICS_PORT: '9464' }, ['METRICS_PORT']],
  [{ METRICS_PORT: '4000' }, ['METRICS_PORT']],
  [{ PORT: '0', METRICS_PORT: '0' }, []],
])('metrics have a port of their own: %j has errors at %j', (variables, errors) => {
  expect(errorsOf(variables)).toEqual(errors);
});

test('an invalid value causes no error of another variable', () => {
  const faulty = {
    SERVICE_ENVIRONMENT: 'prod',
    OIDC_ISSUER: 'https://accounts.google.com',
    OIDC_CLIENT_ID: '"quoted"',
    OIDC_CLIENT_SECRET_FILE: '/no/secret',
    OIDC_TRUST_EMAIL: 'maybe',
  };
  const invalid = [
    'SERVICE_ENVIRONMENT',
    'OIDC_CLIENT_ID',
    'OIDC_CLIENT_SECRET_FILE',
    'OIDC_TRUST_EMAIL',
  ];
  expect(errorsOf(faulty)).toEqual(invalid);
});

test.each(['/shop', '/?a=b', '/#part'])(
  'rejects a public origin that ends with %s',
  (end) => {
    expect(() => parseConfig({ PUBLIC_ORIGIN: `https://api.example.com${end}` })).toThrow(
      '  PUBLIC_ORIGIN: must be an origin without a path: give the service its own host name',
    );
  },
);

test.each([
  [{}, true],
  [{ HOST: '::1' }, true],
  [{ PUBLIC_ORIGIN: 'http://[::1]:4000' }, true],
  [{ TRUSTED_PROXY_HOPS: '1' }, false],
  [{ HOST: '0.0.0.0' }, false],
  [{ HOST: '192.168.1.5' }, false],
  [{ PUBLIC_ORIGIN: 'https://localhost.example.com' }, false],
  [{ HOST: '0.0.0.0', PUBLIC_ORIGIN: 'http://localhost:8080' }, false],
])('%j is only reachable from this machine: %s', (variables, isLocal) => {
  expect(parseConfig(variables).isLocal).toBe(isLocal);
});
