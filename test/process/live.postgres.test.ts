// A live service: no demo data, TLS at a proxy, and a database of its own.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rawRequest } from '../http/raw-client.ts';
import { headerOf } from '../http/served-app.ts';
import { type FreshPostgres, freshPostgres } from '../support/database.ts';
import { runCommand, startService, toldIn } from './service.ts';

let database: FreshPostgres;
beforeAll(async () => {
  database = await freshPostgres();
});
afterAll(() => database.drop());

const live = () => ({ DATABASE_URL: database.url, SERVICE_ENVIRONMENT: 'live' });

test('has no demo data and prints no token; each response has Strict-Transport-Security', async () => {
  const service = await startService({ ...live(), PUBLIC_ORIGIN: 'https://api.example.com' });
  expect(service.welcome).not.toMatch(/svc_(?:test|live)_\w|owner@example\.com|curl/);
  for (const [bytes, status] of [
    ['GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n', 200],
    ['GET / HTTP/1.1\r\n\r\n', 400],
    ['nonsense\r\n\r\n', 400],
    [`GET / HTTP/1.1\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  ] as const) {
    const answer = await rawRequest(service.port, bytes);
    expect([answer.status, headerOf(answer, 'strict-transport-security')]).toEqual([
      status,
      'max-age=31536000',
    ]);
  }
  const stopped = await service.stop('SIGINT');
  await service.stop('SIGKILL');
  expect(stopped).toMatchObject({ code: 0, stderr: '' });
});

test('warns about missing TLS, and rejects the database of a test deployment in one clear line (D1)', async () => {
  const other = await freshPostgres();
  await (await startService({ DATABASE_URL: other.url })).stop('SIGINT');
  const variables = { ...live(), DATABASE_URL: other.url, PORT: '0' };
  const { code, stdout, stderr } = await runCommand('src/start.js', [], variables);
  await other.drop();
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(toldIn(stderr)).toMatchObject([
    { level: 'warn', msg: expect.stringMatching(/^Live at http:.* runs without TLS/) },
    {
      level: 'fatal',
      msg: expect.stringMatching(
        /^This database belongs to another environment \(test\)\. .*$/,
      ),
    },
  ]);
});

test('needs a PostgreSQL server, whatever is in DATA_DIR, and says so in one line (D1)', async () => {
  const variables = { SERVICE_ENVIRONMENT: 'live', DATA_DIR: '/data', PORT: '0' };
  const { code, stdout, stderr } = await runCommand('src/start.js', [], variables);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(toldIn(stderr)).toMatchObject([
    { level: 'fatal', msg: expect.stringContaining('DATABASE_URL: must be set in live') },
  ]);
});
