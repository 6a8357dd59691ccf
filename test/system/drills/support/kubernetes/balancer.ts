// What stands for the balancer of a cloud: each connection goes to the next endpoint of the Service that is ready.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { createInterface } from 'node:readline';
import type { Cluster } from './cluster.ts';

const WATCH = [
  'get',
  'endpointslices',
  '--selector=kubernetes.io/service-name=owner-api',
  '--watch',
  '--output=jsonpath={range .endpoints[?(@.conditions.ready==true)]}{.addresses[0]} {end}{"\\n"}',
];
const PORT = 4000;

/** Its origin. The machine of the drill has to reach the pods. */
export async function startBalancer(
  cleanup: AsyncDisposableStack,
  { environment }: Cluster,
): Promise<string> {
  let ready: string[] = [];
  let turn = 0;
  const watch = spawn('kubectl', WATCH, {
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  cleanup.defer(() => void watch.kill());
  const lines = createInterface({ input: watch.stdout });
  lines.on('line', (line) => {
    ready = line.split(' ').filter(Boolean);
  });
  const server = createServer((client) => {
    turn++;
    const host = ready[turn % ready.length] ?? '';
    const node = connect(PORT, host);
    client.pipe(node).pipe(client);
    client.on('error', () => node.destroy());
    node.on('error', () => client.destroy());
  });
  await Promise.all([once(lines, 'line'), once(server.listen(0, '127.0.0.1'), 'listening')]);
  cleanup.defer(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
