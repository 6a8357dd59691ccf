// The HEALTHCHECK of the Dockerfile, run as Docker runs it: 0 is healthy, 1 is unhealthy.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { HEALTH_PATHS } from '../../../src/paths.ts';
import { wordsOf } from './deploy-files.ts';

const [program, ...args] = wordsOf('HEALTHCHECK');

async function check(port: number): Promise<number> {
  const child = spawn(process.execPath, args, { env: { PORT: String(port) }, stdio: 'ignore' });
  const [code] = await once(child, 'exit');
  return code;
}

test('a process whose /healthz is 200 is healthy; one that answers with a fault, or does not listen, is not', async () => {
  let status = 200;
  const server = createServer(({ url }, response) => {
    response.writeHead(url === HEALTH_PATHS.up ? status : 404).end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  expect([program, await check(port)]).toEqual(['node', 0]);
  status = 500;
  expect(await check(port)).toBe(1);
  server.closeAllConnections();
  await once(server.close(), 'close');
  expect(await check(port)).toBe(1);
});
