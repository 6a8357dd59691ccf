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
