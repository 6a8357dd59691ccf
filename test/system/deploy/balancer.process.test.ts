import { writeFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { graphqlError } from '../../../src/graphql/failures.ts';
import { respondFailure } from '../../../src/http/respond.ts';
import { headersOfFailure, UNAVAILABLE } from '../../../src/operation/operation-failure.ts';
import { API_BASE_PATH, GRAPHQL_PATH, HEALTH_PATHS } from '../../../src/paths.ts';
import { EVENTUALLY } from '../../support/eventually.ts';
import { startLoopbackServer } from '../../support/loopback-server.ts';
import { freePorts } from '../../support/postgres-server.ts';
import { startProgram } from '../../support/program.ts';
import { has } from '../../support/programs.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { readText } from './deploy-files.ts';

const hasHaproxy = has('haproxy');
const REST_PATH = `${API_BASE_PATH}/product/1`;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

describe.skipIf(!hasHaproxy)('HAProxy', () => {
  const cleanup = new AsyncDisposableStack();
  let isReady = false;
  let nodePort = 0;
  let origin = '';
  let metricsUrl = '';
  let socket = '';

  const node: RequestListener = ({ url }, response) => {
    const status = url !== HEALTH_PATHS.ready || isReady ? 200 : 503;
    response.writeHead(status, { 'X-Request-Id': 'of-the-node' }).end();
  };

  /** HAProxy with nodes at these ports. */
  async function startProxy(nodes: readonly number[]) {
    const { path: directory } = cleanup.use(await temporaryDirectory());
    const servers = nodes.map((node) => `server node-${node} 127.0.0.1:${node}`);
    const [port = 0, stats = 0] = await freePorts(2);
    const file = join(directory, 'haproxy.cfg');
    const configuration = readText('.deploy/haproxy.cfg')
      .replaceAll(':8080', `:${port}`)
      .replace(/server-template .*/, servers.join('\n  '));
    await writeFile(file, configuration);
    const STATS_SOCKET = join(directory, 'admin.sock');
    const STATS_BIND = `127.0.0.1:${stats}`;
    const env = { PATH: process.env.PATH, STATS_SOCKET, STATS_BIND };
    await startProgram(cleanup, 'haproxy', ['-db', '-f', file], port, { env });
    return {
      origin: `http://127.0.0.1:${port}`,
      metricsUrl: `http://${STATS_BIND}/metrics`,
      socket: STATS_SOCKET,
    };
  }

  beforeAll(async () => {
    const server = await startLoopbackServer(node);
    cleanup.defer(server.close);
    nodePort = server.port;
    ({ origin, metricsUrl, socket } = await startProxy([nodePort]));
    await untilStatus(503);
  });
  afterAll(() => cleanup.disposeAsync());

  const untilStatus = (status: number) =>
    vi.waitFor(
      async () => expect((await fetch(`${origin}${REST_PATH}`)).status).toBe(status),
      {
        timeout: EVENTUALLY,
        interval: 100,
      },
    );

  /** What an operator sends with socat. */
  async function command(line: string): Promise<string> {
    const client = connect(socket);
    client.end(`${line}\n`);
    return text(client);
  }

  const figure = async (series: string) => {
    const lines = (await (await fetch(metricsUrl)).text()).split('\n');
    return Number(lines.find((line) => line.startsWith(`${series} `))?.slice(series.length));
  };

  test('takes requests without TLS from its own machine alone', async () => {
    const elsewhere = origin.replace('127.0.0.1', '127.0.0.2');
    await expect(fetch(elsewhere + REST_PATH)).rejects.toThrow('fetch failed');
    expect((await fetch(origin + REST_PATH)).status).toBe(503);
  });

  test.each([
    ['REST', REST_PATH, '*/*', 'application/json', respondFailure(UNAVAILABLE).json()],
    [
      'GraphQL',
      GRAPHQL_PATH,
      '*/*',
      'application/json',
      { errors: [graphqlError(UNAVAILABLE)] },
    ],
    [
      'GraphQL',
      GRAPHQL_PATH,
      'application/graphql-response+json',
      'application/graphql-response+json',
      undefined,
    ],
  ])(
    'without a ready node responds on %s like a node, at %s for %s',
    async (_, path, accept, type, body) => {
      const response = await fetch(`${origin}${path}`, { headers: { Accept: accept } });
      expect(response.status).toBe(503);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': `${type}; charset=utf-8`,
        'retry-after': headersOfFailure(UNAVAILABLE)['Retry-After'],
        'x-request-id': expect.stringMatching(UUID),
        'cache-control': 'no-store',
        'access-control-allow-origin': '*',
      });
      const sent = await response.json();
      if (body) expect(sent).toEqual(JSON.parse(JSON.stringify(await body)));
    },
  );

  test('counts the requests that reached no node', async () => {
    const counted = 'haproxy_frontend_http_responses_total{proxy="public",code="5xx"}';
    const before = await figure(counted);
    await fetch(`${origin}${REST_PATH}`);
    expect(await figure(counted)).toBe(before + 1);
    expect(
      await figure(
        `haproxy_server_http_responses_total{proxy="nodes",server="node-${nodePort}",code="5xx"}`,
      ),
    ).toBe(0);
    expect(await figure('haproxy_backend_active_servers{proxy="nodes"}')).toBe(0);
  });

  test("passes on a node's response, and drains it on a socket command", async () => {
    isReady = true;
    await untilStatus(200);
    const response = await fetch(`${origin}${REST_PATH}`);
    expect(response.headers.get('x-request-id')).toBe('of-the-node');
    expect(response.headers.has('access-control-allow-origin')).toBe(false);
    await command(`set server nodes/node-${nodePort} state drain`);
    expect(await command('show servers state nodes')).toContain(`node-${nodePort}`);
    await untilStatus(503);
    await command(`set server nodes/node-${nodePort} state ready`);
    await untilStatus(200);
  });

  test('a request finds the one node of ten that listens, before any was checked', async () => {
    isReady = true;
    const proxy = await startProxy([...(await freePorts(9)), nodePort]);
    const requests = Array.from({ length: 10 }, () => fetch(`${proxy.origin}${REST_PATH}`));
    const statuses = (await Promise.all(requests)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200]));
  });
});
