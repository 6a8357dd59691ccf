// The configuration: defaults, and all errors at once without any values.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parseConfig } from '../src/config.ts';

test('an empty environment results in the documented defaults', () => {
  expect(parseConfig({ PORT: '' })).toMatchObject({
    port: 4000,
    host: '127.0.0.1',
    environment: 'test',
    databaseUrl: undefined,
    dataDir: '.data',
    workers: 1,
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
  ['unless configured otherwise', { ...LIVE, IMAGE_CHECK: 'simulate' }, { imageCheck: 'simulate' }],
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
  ['WORKERS is a number', { DATABASE_URL, WORKERS: '3' }, { workers: 3 }],
  ['or one for each core', { DATABASE_URL, WORKERS: 'auto' }, { workers: availableParallelism() }],
  ['or 1 with an embedded database', { WORKERS: '1' }, { workers: 1 }],
  [
    'origins are a list',
    { CORS_ORIGINS: 'https://a.example, https://b.example' },
    { corsOrigins: ORIGINS },
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
    'a contact is an address',
    { SECURITY_CONTACT: 'a@example.com' },
    { securityContact: 'mailto:a@example.com' },
  ],
  [
    'or a URI',
    { SECURITY_CONTACT: 'https://example.com/a' },
    { securityContact: 'https://example.com/a' },
  ],
])('%s: %j', (_, variables, config) => {
  expect(parseConfig(variables)).toMatchObject(config);
});

test('live requires a PostgreSQL server, or an explicit directory for the embedded database', () => {
  const live = { SERVICE_ENVIRONMENT: 'live' };
  expect(() => parseConfig(live)).toThrow(
    '  DATABASE_URL: must be set in live (or DATABASE_URL_FILE); for an embedded database, set DATA_DIR',
  );
  expect(parseConfig({ ...live, DATA_DIR: '.data' })).toMatchObject({
    databaseUrl: undefined,
    dataDir: '.data',
  });
  expect(parseConfig({ ...live, DATABASE_URL })).toMatchObject({
    databaseUrl: DATABASE_URL,
    dataDir: '.data',
  });
});

test('several workers require a PostgreSQL server', () => {
  expect(() => parseConfig({ WORKERS: '2' })).toThrow(
    '  WORKERS: must be 1 unless DATABASE_URL is set',
  );
});

function write(text: string): string {
  const directory = mkdtempSync(join(tmpdir(), 'secret-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const path = join(directory, 'url');
  writeFileSync(path, text);
  return path;
}

describe('the sign-in provider (D49)', () => {
  const OIDC_ISSUER = 'https://accounts.example.com/owners';
  const whole = { OIDC_ISSUER, OIDC_CLIENT_ID: 'owner-api', OIDC_CLIENT_SECRET: 'hunter2' };
  const provider = {
    issuer: OIDC_ISSUER,
    clientId: 'owner-api',
    clientSecret: expect.any(Function),
  };
  const parse = (variables: object) => () => parseConfig({ ...whole, ...variables });

  test('is off by default; when set, passwords are off unless PASSWORD_SIGN_IN=on', () => {
    expect(parseConfig({})).toMatchObject({ provider: undefined, hasPasswords: true });
    expect(parseConfig(whole)).toMatchObject({ provider, hasPasswords: false });
    expect(parseConfig({ ...whole, PASSWORD_SIGN_IN: 'on' })).toMatchObject({
      provider,
      hasPasswords: true,
    });
    expect(() => parseConfig({ PASSWORD_SIGN_IN: 'off' })).toThrow(
      'PASSWORD_SIGN_IN: must be on unless OIDC_ISSUER',
    );
  });

  test('reads the secret from a file, and errors name only the file', () => {
    const inFile = (text: string) =>
      parse({ OIDC_CLIENT_SECRET: undefined, OIDC_CLIENT_SECRET_FILE: write(text) });
    const config = inFile('hunter2\n')();
    expect(config).toMatchObject({ provider });
    expect(config.provider?.clientSecret()).toBe('hunter2');
    expect(inFile('\n')).toThrow(/OIDC_CLIENT_SECRET_FILE: the text of \S+ must not be empty/);
  });

  test('requires an ID, one secret and the issuer', () => {
    const message = 'OIDC_ISSUER: must be set with OIDC_CLIENT_ID and one of';
    for (const fault of [
      { OIDC_CLIENT_ID: '' },
      { OIDC_CLIENT_SECRET: '' },
      { OIDC_CLIENT_SECRET_FILE: write('another') },
      { OIDC_ISSUER: '' },
    ]) {
      expect(parse(fault)).toThrow(message);
      expect(parse(fault)).not.toThrow(/hunter2|another/);
    }
  });

  test.each([
    ...[
      'http://127.0.0.1:8080/realms/x',
      'http://localhost:8080',
      'http://[::1]:8080',
      'https://a.example/',
    ].map((url) => [url]),
    ['accounts.example.com', 'must be a URL'],
    ['http://accounts.example.com', 'must start with https:'],
    ['http://127.0.0.1.example.com', 'must start with https:'],
    ['https://accounts.example.com/.well-known/openid-configuration', 'must be the issuer'],
    ['https://accounts.example.com?x=1', 'must be the issuer'],
    ['https://user:hunter2@accounts.example.com', 'must be the issuer'],
  ])('accepts %s as issuer, unless it %s', (issuer, message) => {
    const parsed = parse({ OIDC_ISSUER: issuer });
    if (message === undefined) expect(parsed().provider?.issuer).toBe(issuer);
    else {
      expect(parsed).toThrow(`OIDC_ISSUER: ${message}`);
      expect(parsed).not.toThrow('hunter2');
    }
  });
});

test('rejects a quoted value, as Docker passes it on, without showing it', () => {
  const quoted = { PORT: '"4000"', OIDC_CLIENT_SECRET: "'hunter2'", DATA_DIR: '"/data"' };
  for (const name of Object.keys(quoted))
    expect(() => parseConfig(quoted)).toThrow(`${name}: must`);
  expect(() => parseConfig(quoted)).not.toThrow('hunter2');
});

describe('DATABASE_URL_FILE', () => {
  const URL = 'postgres://user:secret@host/name';

  test('contains the URL of the server, which allows several workers', () => {
    const config = parseConfig({ DATABASE_URL_FILE: write(`${URL}\n`), WORKERS: '2' });
    expect(config).toMatchObject({ databaseUrl: URL, workers: 2 });
  });

  test('is read again for each connection; invalid content keeps the last valid URL', () => {
    const path = write(URL);
    const { currentUrl } = parseConfig({ DATABASE_URL_FILE: path });
    writeFileSync(path, `${URL}2\n`);
    expect(currentUrl?.()).toBe(`${URL}2`);
    writeFileSync(path, 'user:secret');
    expect(currentUrl?.()).toBe(`${URL}2`);
    rmSync(path);
    expect(currentUrl?.()).toBe(`${URL}2`);
  });

  test('errors name the file, never its content', () => {
    const path = write('user:secret');
    const fault =
      (file: string, more = {}) =>
      () =>
        parseConfig({ DATABASE_URL_FILE: file, ...more, WORKERS: '2' });
    expect(fault(path)).toThrow(`  DATABASE_URL_FILE: the text of ${path} must be a URL such as`);
    expect(fault(path)).not.toThrow(/secret@|:secret|WORKERS/);
    expect(fault('/no/url')).toThrow(/can't be read: ENOENT: no such file .* '\/no\/url'/);
    expect(fault(write(URL), { DATABASE_URL: URL })).toThrow(
      'must not be set together with DATABASE_URL',
    );
  });
});

const REFUSED: Readonly<Record<string, readonly string[]>> = {
  PORT: ['0x50', ' 80', '65536'],
  METRICS_PORT: ['on'],
  RATE_LIMIT_POINTS: ['1e3'],
  RATE_LIMIT_WINDOW_SECONDS: ['86401', '1.5'],
  DRAIN_SECONDS: ['601'],
  KEEP_ALIVE_SECONDS: ['0'],
  WORKERS: ['0', '2', '257', 'all'],
  CORS_ORIGINS: ['foo bar', 'https://a.example/'],
  DATABASE_URL: ['postgres://', 'mysql://hunter2@host'],
  PUBLIC_ORIGIN: [
    'api.example.com',
    'ftp://api.example.com',
    'https://user:hunter2@api.example.com',
  ],
  SECURITY_CONTACT: ['example.com', 'javascript:x', 'mailto:a@b\nContact: x'],
};

test.each(
  Object.entries(REFUSED).flatMap(([name, values]) => values.map((value) => [name, value])),
)('rejects %s=%j and says why, without the value', (name, value) => {
  const parse = () => parseConfig({ [name as string]: value });
  expect(parse).toThrow(new RegExp(`^The configuration has errors:\\n {2}${name}: must be `));
  expect(parse).not.toThrow('hunter2');
});

test('reports all errors at once, sorted by name', () => {
  const faulty = {
    PORT: 'x',
    RATE_LIMIT_POINTS: '0',
    SERVICE_ENVIRONMENT: 'prod',
    DATABASE_URL: 'mysql://host',
  };
  for (const name of Object.keys(faulty)) expect(() => parseConfig(faulty)).toThrow(name);
});

test.each(['/shop', '/?a=b', '/#part'])('rejects a public origin that ends with %s', (end) => {
  expect(() => parseConfig({ PUBLIC_ORIGIN: `https://api.example.com${end}` })).toThrow(
    '  PUBLIC_ORIGIN: must be an origin without a path: give the service its own host name',
  );
});

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
