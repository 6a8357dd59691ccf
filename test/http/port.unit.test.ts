// A port: the kernel queues a burst of connections until a busy process accepts them, and errors are explained.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { openPort } from '../../src/http/port.ts';
import { EVENTUALLY } from '../support/eventually.ts';

const CONNECTIONS = 1_000;

/** The kernel's limit, on Linux. */
const BOUND = '/proc/sys/net/core/somaxconn';
const largestBacklog = existsSync(BOUND) ? Number(readFileSync(BOUND, 'utf8')) : 0;

const client = `
  const { connect } = require('node:net');
  let open = 0;
  for (let n = 0; n < ${CONNECTIONS}; n++)
    connect(Number(process.argv[1]), '127.0.0.1', () => ++open === ${CONNECTIONS} && process.exit(0));`;

test.skipIf(largestBacklog <= CONNECTIONS)(
  'a burst of 1,000 connections is accepted while the process is busy',
  async () => {
    const server = createServer((socket) => socket.destroy());
    const port = await openPort(server, { host: '127.0.0.1', port: 0 });
    const { status } = spawnSync(process.execPath, ['--eval', client, String(port)], {
      timeout: EVENTUALLY / 4,
    });
    expect(status).toBe(0);
    await new Promise((resolve) => server.close(resolve));
  },
);

/** An address for documentation (RFC 5737), which no machine has. */
const host = '192.0.2.1';

test("explains why the port can't be opened, and names the variables to change", async () => {
  const told = (variables: string) =>
    `Cannot listen on port 4000 of ${host}: listen EADDRNOTAVAIL: address not available ${host}:4000. Set ${variables} to others.`;
  const open = (portVariable?: string) =>
    openPort(createServer(), { host, port: 4000, ...(portVariable && { portVariable }) });
  await expect(open()).rejects.toThrow(told('PORT or HOST'));
  await expect(open('METRICS_PORT')).rejects.toThrow(told('METRICS_PORT or METRICS_HOST'));
});
