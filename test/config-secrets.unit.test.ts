// The secrets of the configuration, also from files: the provider's client secret (D49) and the URL of the database.
// No error shows them.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parseConfig } from '../src/config.ts';

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
    trustsEmail: false,
  };
  const parse = (variables: object) => () => parseConfig({ ...whole, ...variables });

  test('is off by default', () => {
    expect(parseConfig({})).toMatchObject({ provider: undefined });
    expect(parseConfig(whole)).toMatchObject({ provider });
  });

  test('reads the secret from a file, and errors name only the file', () => {
    const inFile = (text: string) =>
      parse({ OIDC_CLIENT_SECRET: undefined, OIDC_CLIENT_SECRET_FILE: write(text) });
    const config = inFile('hunter2\n')();
    expect(config).toMatchObject({ provider });
    expect(config.provider?.clientSecret()).toBe('hunter2');
    expect(inFile('\n')).toThrow(
      /OIDC_CLIENT_SECRET_FILE: the text of \S+ must not be empty/,
    );
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
    ['https://login.microsoftonline.com/common/v2.0', 'must have the ID of your tenant'],
    ['https://login.microsoftonline.com/organizations/v2.0', 'must have the ID of your'],
    ['https://login.microsoftonline.us/Consumers', 'must have the ID of your tenant'],
  ])('accepts %s as issuer, unless it %s', (issuer, message) => {
    const parsed = parse({ OIDC_ISSUER: issuer });
    if (message === undefined) expect(parsed().provider?.issuer).toBe(issuer);
    else {
      expect(parsed).toThrow(`OIDC_ISSUER: ${message}`);
      expect(parsed).not.toThrow('hunter2');
    }
  });
});

test.each([
  ['https://accounts.example.com', true],
  ['https://login.microsoftonline.com/72f988bf-86f1-41af-91ab-2d7cd011db47/v2.0', true],
  ['https://gitlab.com.example', true],
  ['https://accounts.google.com', false],
  ['https://gitlab.com', false],
  ['https://login.microsoftonline.com/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0', false],
])(
  'OIDC_TRUST_EMAIL trusts the addresses of %s: %s, because anyone can register at some (D49)',
  (OIDC_ISSUER, isAllowed) => {
    const client = { OIDC_CLIENT_ID: 'x', OIDC_CLIENT_SECRET: 'y' };
    const parse = () => parseConfig({ OIDC_ISSUER, ...client, OIDC_TRUST_EMAIL: 'on' });
    if (isAllowed) expect(parse().provider?.trustsEmail).toBe(true);
    else expect(parse).toThrow('OIDC_TRUST_EMAIL: must be off, because anyone can register');
  },
);

test('rejects a quoted value, as Docker passes it on, without showing it', () => {
  const quoted = { PORT: '"4000"', OIDC_CLIENT_SECRET: "'hunter2'", DATA_DIR: '"/data"' };
  for (const name of Object.keys(quoted))
    expect(() => parseConfig(quoted)).toThrow(`${name}: must`);
  expect(() => parseConfig(quoted)).not.toThrow('hunter2');
});

describe('DATABASE_URL_FILE', () => {
  const URL = 'postgres://user:secret@host/name';

  test('contains the URL of the server, as live requires it', () => {
    const variables = { SERVICE_ENVIRONMENT: 'live', DATABASE_URL_FILE: write(`${URL}\n`) };
    expect(parseConfig(variables)).toMatchObject({ databaseUrl: URL });
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
        parseConfig({ DATABASE_URL_FILE: file, ...more, SERVICE_ENVIRONMENT: 'live' });
    expect(fault(path)).toThrow(
      `  DATABASE_URL_FILE: the text of ${path} must be a URL such as`,
    );
    expect(fault(path)).not.toThrow(/secret@|:secret|DATABASE_URL:/);
    expect(fault('/no/url')).toThrow(/can't be read: ENOENT: no such file .* '\/no\/url'/);
    expect(fault(write(URL), { DATABASE_URL: URL })).toThrow(
      'must not be set together with DATABASE_URL',
    );
  });
});

test.each([
  ['postgres://user:hunt/er2@db.example/name', 5],
  ['postgres://user:#hunter2@db.example/name', 1],
  ['postgres://user:hunt?er2@db.example/name', 5],
  ['postgres://user:12/hunter2@db.example/name', 3],
  ['postgres://user:12#hunter2@db.example/name', 3],
  ['postgres://user:12?hunter2@db.example/name?sslmode=require', 3],
  ['postgres://user:hunt%e9r2@db.example/name', 5],
  ['postgres://user:hunt@er/2@db.example/name', 8],
])(
  '%s names percent-encoding and the place in the password, never the password',
  (url, place) => {
    const parse = () => parseConfig({ DATABASE_URL: url });
    expect(parse).toThrow(
      `  DATABASE_URL: must have character ${place} of its password percent-encoded, such as %2F for /`,
    );
    expect(parse).not.toThrow(/hunt|r2|12/);
  },
);

test.each([
  'postgres://user:hunt%2Fer2@db.example/name',
  'postgres://user:hunt@er2@db.example/name',
  'postgres://user:hunt%er2@db.example/name',
  'postgres://db.example:5432/name?password=hunt@er2',
  'postgres://user@db.example:5432/name?options=-c%20a=b:c@d',
])('%s is accepted', (url) => {
  expect(parseConfig({ DATABASE_URL: url }).databaseUrl).toBe(url);
});
