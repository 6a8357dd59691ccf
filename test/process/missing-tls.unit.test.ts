// What a live service warns of at startup.
import { expect, test } from 'vitest';
import { parseConfig } from '../../src/config.ts';
import { missingTls } from '../../src/process/run-service.ts';

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

const AWAY = 'postgres://user:secret@db.example/a';
const HTTPS = { SERVICE_ENVIRONMENT: 'live', PUBLIC_ORIGIN: 'https://api.example.com' };

test.each([
  { DATABASE_URL: AWAY },
  { DATABASE_URL: `${AWAY}?sslmode=disable` },
  { DATABASE_URL: AWAY, PGSSLMODE: 'disable' },
])('warns about a connection to another host without TLS: %j', (variables) => {
  expect(warnedOf({ ...HTTPS, ...variables })).toEqual([
    'Connections to the database at db.example run without TLS: add sslmode=verify-full to DATABASE_URL.',
  ]);
});

test.each([
  ...['sslmode=require', 'sslmode=verify-full', 'sslmode=no-verify', 'ssl=true'].map(
    (parameter) => ({ DATABASE_URL: `${AWAY}?${parameter}` }),
  ),
  { DATABASE_URL: AWAY, PGSSLMODE: 'require' },
  { DATABASE_URL: `${AWAY}?host=/run/postgresql` },
  { DATABASE_URL: 'postgres://%2Frun%2Fpostgresql/a' },
  { DATABASE_URL: 'postgres://[::1]/a' },
  { DATABASE_URL: AWAY, SERVICE_ENVIRONMENT: 'test' },
])("doesn't warn about the connection: %j", (variables) => {
  expect(warnedOf({ ...HTTPS, ...variables })).toEqual([]);
});
