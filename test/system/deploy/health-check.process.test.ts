// The HEALTHCHECK of the Dockerfile, run as Docker runs it: 0 is healthy, 1 is unhealthy.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { HEALTH_PATHS } from '../../../src/paths.ts';
import { wordsOf } from './deploy-files.ts';

const [program, ...args] = wordsOf('HEALTHCHECK');

async function check(port: number): Promise<number> {
  const child = spawn(process.execPath, args, { env: { PORT: String(port) }, stdio: 'ignore' });
  const [code] = await once(child, 'exit');
  return code;
}

/** A server whose process is up, or answers with a fault; everything but `/healthz` is 404. */
async function serve(status: number) {
  const server = createServer(({ url }, response) => {
    response.writeHead(url === HEALTH_PATHS.up ? status : 404).end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  return { server, port: (server.address() as AddressInfo).port };
}

test('a process whose /healthz is 200 is healthy', async () => {
  expect(program).toBe('node');
  expect(await check((await serve(200)).port)).toBe(0);
});

test('a process that answers with a fault, or does not listen, is unhealthy', async () => {
  expect(await check((await serve(500)).port)).toBe(1);
  const { server, port } = await serve(200);
  await new Promise((resolve) => server.close(resolve));
  expect(await check(port)).toBe(1);
});
