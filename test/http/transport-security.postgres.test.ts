// Strict-Transport-Security: in live, on every response, where clients reach the service over https.
import { afterEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp, type TestAppOptions } from '../support/app.ts';

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

async function headersOf(config: NonNullable<TestAppOptions['config']>): Promise<(string | null)[]> {
  app = await createTestApp({ config });
  const { call } = app;
  const answers = await Promise.all(PATHS.map((path) => call(path, {}, { token: null })));
  return answers.map(({ headers }) => headers.get(HEADER));
}

test('every response in live has it for a year, and for this host alone', async () => {
  const headers = await headersOf({ environment: 'live', publicOrigin: HTTPS });
  expect(headers).toEqual(PATHS.map(() => 'max-age=31536000'));
});

describe('no response has it', () => {
  test('where the public origin is http', async () => {
    const headers = await headersOf({ environment: 'live', publicOrigin: 'http://api.example.com' });
    expect(headers).toEqual(PATHS.map(() => null));
  });

  test('in test', async () => {
    const headers = await headersOf({ environment: 'test', publicOrigin: HTTPS });
    expect(headers).toEqual(PATHS.map(() => null));
  });
});
