// A live service: no demo data, TLS at a proxy, and a database of its own.
import { expect, test } from 'vitest';
import { rawRequest } from '../http/raw-client.ts';
import { headerOf } from '../http/served-app.ts';
import { postgresUrl } from '../support/database.ts';
import { postgresService } from './postgres-service.ts';
import { runCommand, toldIn } from './service.ts';

const SERVICE_ENVIRONMENT = 'live';

test('has no demo data and prints no token; each response has Strict-Transport-Security', async () => {
  const PUBLIC_ORIGIN = 'https://api.example.com';
  const service = await postgresService({ SERVICE_ENVIRONMENT, PUBLIC_ORIGIN });
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
  expect(await service.stop('SIGINT')).toMatchObject({ code: 0, stderr: '' });
});

test('warns about missing TLS, and rejects the database of a test deployment in one clear line (D1)', async () => {
  const DATABASE_URL = await postgresUrl();
  await (await postgresService({ DATABASE_URL })).stop('SIGINT');
  const variables = { SERVICE_ENVIRONMENT, DATABASE_URL, PORT: '0' };
  const { code, stdout, stderr } = await runCommand('src/start.js', [], variables);
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
