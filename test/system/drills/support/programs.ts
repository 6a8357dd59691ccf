// Programs beside the service: load balancers with a configuration in their own directory, and busy loops.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../support/postgres-server.ts';
import { end, startProgram } from '../../../support/program.ts';
import { MissingError } from '../drill.ts';

/** HAProxy with Debian's default configuration, and a check of /readyz, at HAProxy's own pace or a faster one. */
export const startHaproxy = (
  cleanup: AsyncDisposableStack,
  nodes: readonly number[],
  pace = '',
) =>
  startBalancer(cleanup, 'haproxy', ['-db', '-f'], (port) => [
    'defaults',
    '  mode http',
    '  timeout connect 5000',
    '  timeout client 50000',
    '  timeout server 50000',
    '  timeout check 5000',
    'frontend front',
    `  bind 127.0.0.1:${port}`,
    '  default_backend nodes',
    'backend nodes',
    '  option httpchk GET /readyz',
    ...nodes.map((node, index) => `  server node${index} 127.0.0.1:${node} check ${pace}`),
  ]);

/** nginx with Debian's default configuration: no checks, and a failing node is skipped for 10 s. */
export const startNginx = (cleanup: AsyncDisposableStack, nodes: readonly number[]) =>
  startBalancer(cleanup, 'nginx', ['-g', 'daemon off;', '-c'], (port, directory) => [
    `pid ${directory}/pid;`,
    `error_log ${directory}/error.log;`,
    'events { worker_connections 768; }',
    'http {',
    '  access_log off;',
    ...['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `  ${name}_temp_path ${directory}/${name};`,
    ),
    `  upstream nodes { ${nodes.map((node) => `server 127.0.0.1:${node};`).join(' ')} }`,
    `  server { listen 127.0.0.1:${port}; location / { proxy_pass http://nodes; } }`,
    '}',
  ]);

/** Its origin. @throws {MissingError} */
async function startBalancer(
  cleanup: AsyncDisposableStack,
  program: string,
  args: readonly string[],
  configuration: (port: number, directory: string) => readonly string[],
): Promise<string> {
  if (spawnSync(program, ['-v']).error)
    throw new MissingError(`needs ${program}: apt-get install ${program}`);
  const directory = await mkdtemp(join(tmpdir(), `${program}-`));
  cleanup.defer(() => rm(directory, { recursive: true, force: true }));
  const port = await freePort();
  const file = join(directory, 'configuration');
  await writeFile(file, `${configuration(port, directory).join('\n')}\n`);
  await startProgram(cleanup, program, [...args, file], port);
  return `http://127.0.0.1:${port}`;
}

/** Processes that use all the CPU time they get. */
export function startBusyLoops(cleanup: AsyncDisposableStack, count: number): void {
  for (let loop = 0; loop < count; loop++) {
    const child = spawn(process.execPath, ['--eval', 'for (;;);'], { stdio: 'ignore' });
    cleanup.defer(() => end(child));
  }
}
