// The recipe of configure.md for TLS in front of one node, run by Caddy.
import { writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startLoopbackServer } from '../../support/loopback-server.ts';
import { freePorts } from '../../support/postgres-server.ts';
import { startProgram } from '../../support/program.ts';
import { has } from '../../support/programs.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { readText } from './deploy-files.ts';

const [, RECIPE = ''] =
  /```Caddyfile\n([^`]*)```/.exec(readText('.deploy/configure.md')) ?? [];

test.skipIf(!has('caddy'))(
  'Caddy ends TLS, and passes the host, the client and whole bodies on',
  async () => {
    const cleanup = new AsyncDisposableStack();
    onTestFinished(() => cleanup.disposeAsync());
    const node = await startLoopbackServer(async (incoming, response) => {
      const { host, 'x-forwarded-for': client } = incoming.headers;
      let bytes = 0;
      for await (const chunk of incoming) bytes += chunk.length;
      response.end(JSON.stringify({ host, client, bytes }));
    });
    cleanup.defer(node.close);
    const { path: directory } = cleanup.use(await temporaryDirectory());
    const [port = 0] = await freePorts(1);
    const site = RECIPE.replace(
      'api.example.com {',
      `https://localhost:${port} {\n  tls internal`,
    );
    const settings = `{\n  admin off\n  auto_https disable_redirects\n  skip_install_trust\n  storage file_system ${directory}\n}\n`;
    const file = join(directory, 'Caddyfile');
    await writeFile(file, settings + site.replace(':4000', `:${node.port}`));
    await startProgram(
      cleanup,
      'caddy',
      ['run', '--config', file, '--adapter', 'caddyfile'],
      port,
      {
        env: { PATH: process.env.PATH, HOME: directory },
      },
    );
    const body = 'x'.repeat(2_000_000);
    const answer = await new Promise<string>((resolve, reject) => {
      const options = { method: 'POST', port, rejectUnauthorized: false };
      request('https://localhost', options, async (response) => {
        resolve((await response.toArray()).join(''));
      })
        .on('error', reject)
        .end(body);
    });
    expect(JSON.parse(answer)).toEqual({
      host: `localhost:${port}`,
      client: '127.0.0.1',
      bytes: body.length,
    });
  },
);
