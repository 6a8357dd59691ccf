// Strict-Transport-Security and Secure cookies: in both environments, where clients reach the service over https.
import { afterEach, describe, expect, test } from 'vitest';
import { parseConfig } from '../../src/config.ts';
import { createTestApp, type TestApp } from '../support/app.ts';

const HEADER = 'Strict-Transport-Security';
const HTTPS = 'https://api.example.com';

let app: TestApp | undefined;
afterEach(() => app?.close());

const PATHS = [
  '/',
  '/docs',
  '/dashboard/sign-in',
  '/graphql',
  '/healthz',
  '/openapi.json',
  '/api/token-secured/product/1',
];

async function answersOf(variables: Record<string, string>) {
  app = await createTestApp({ config: parseConfig(variables) });
  const { call } = app;
  return Promise.all(PATHS.map((path) => call(path, {}, { token: null })));
}

async function headersOf(variables: Record<string, string>): Promise<(string | null)[]> {
  return (await answersOf(variables)).map(({ headers }) => headers.get(HEADER));
}

test.each(['live', 'test'])('every response in %s has it for a year, and for this host alone', async (environment) => {
  const headers = await headersOf({ SERVICE_ENVIRONMENT: environment, PUBLIC_ORIGIN: HTTPS });
  expect(headers).toEqual(PATHS.map(() => 'max-age=31536000'));
});

describe('no response has it', () => {
  test.each([
    ['where the public origin is http', 'http://api.example.com'],
    ['on the own machine, where a browser would ask every other port by https too', 'https://localhost:8443'],
  ])('%s', async (_, origin) => {
    const headers = await headersOf({ SERVICE_ENVIRONMENT: 'live', PUBLIC_ORIGIN: origin });
    expect(headers).toEqual(PATHS.map(() => null));
  });
});

test.each([
  ['test', HTTPS, /^__Host-dashboard_sign_in=[^;]+; Path=\/; HttpOnly; Secure; SameSite=Lax$/],
  ['live', HTTPS, /^__Host-dashboard_sign_in=[^;]+; Path=\/; HttpOnly; Secure; SameSite=Lax$/],
  ['live', 'https://localhost:8443', /^__Host-dashboard_sign_in=[^;]+; Path=\/; HttpOnly; Secure; SameSite=Lax$/],
  ['test', 'http://localhost:4000', /^dashboard_sign_in=[^;]+; Path=\/dashboard; HttpOnly; SameSite=Lax$/],
  ['live', 'http://10.1.2.3', /^dashboard_sign_in=[^;]+; Path=\/dashboard; HttpOnly; SameSite=Lax$/],
])('the cookies of the dashboard in %s at %s', async (environment, origin, cookie) => {
  const answers = await answersOf({ SERVICE_ENVIRONMENT: environment, PUBLIC_ORIGIN: origin });
  expect(answers.flatMap(({ headers }) => headers.getSetCookie())).toEqual([expect.stringMatching(cookie)]);
});
