// If-Match behind a real HAProxy that compresses, which weakens the ETag; skipped where HAProxy isn't installed.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BASE } from '../support/app.ts';
import { freePort } from '../support/postgres-server.ts';
import { startProgram } from '../support/program.ts';
import { has } from '../support/programs.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { openServedApp } from './served-app.ts';

const hasHaproxy = has('haproxy');
const app = await openServedApp();

const configuration = (port: number) => `
defaults
  mode http
  timeout connect 2s
  timeout client 30s
  timeout server 30s
listen proxy
  bind 127.0.0.1:${port}
  compression offload
  compression algo gzip
  compression type application/json
  server node 127.0.0.1:${app.port}
`;

describe.skipIf(!hasHaproxy)('behind a proxy that compresses', () => {
  const cleanup = new AsyncDisposableStack();
  let origin = '';

  beforeAll(async () => {
    const { path: directory } = cleanup.use(await temporaryDirectory());
    const port = await freePort();
    const file = join(directory, 'haproxy.cfg');
    await writeFile(file, configuration(port));
    await startProgram(cleanup, 'haproxy', ['-db', '-f', file], port);
    origin = `http://127.0.0.1:${port}`;
  });
  afterAll(() => cleanup.disposeAsync());

  test('the tag that a client read matches in If-Match and in If-None-Match (D41)', async () => {
    const { id } = await app.product();
    const url = `${origin}${BASE}/product/${id}`;
    const headers = {
      Authorization: `Bearer ${app.owner.token}`,
      'Accept-Encoding': 'gzip',
      'Content-Type': 'application/json',
    };
    const body = JSON.stringify({ product: { title: 'New' } });

    const read = await fetch(url, { headers });
    const tag = read.headers.get('etag') ?? '';
    expect([read.headers.get('content-encoding'), tag]).toEqual([
      'gzip',
      expect.stringMatching(/^W\//),
    ]);
    const unchanged = await fetch(url, { headers: { ...headers, 'If-None-Match': tag } });
    expect(unchanged.status).toBe(304);
    const update = () =>
      fetch(url, { method: 'PUT', body, headers: { ...headers, 'If-Match': tag } });
    expect((await update()).status).toBe(200);
    expect((await update()).status).toBe(412);
  });
});
