// Lets builds in a network without a way out reach the npm registry: a process outside connects to it, and one inside
// passes connections to that by a Unix socket. `registry-proxy.ts outside SOCKET`, `registry-proxy.ts inside SOCKET`.
import { rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect, createServer as createTcpServer, type Socket } from 'node:net';

const REGISTRY = 'registry.npmjs.org:443';
const PORT = 3128;
const IDLE_MILLISECONDS = 60_000;

const [side, path = ''] = process.argv.slice(2);

function join(one: Socket, other: Socket) {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    from.setTimeout(IDLE_MILLISECONDS, () => from.destroy());
    from.on('error', () => to.destroy()).on('close', () => to.destroy());
    from.pipe(to);
  }
}

if (side === 'outside') {
  rmSync(path, { force: true });
  // An HTTP proxy for one name.
  createServer((_, response) => response.writeHead(403).end())
    .on('connect', ({ url }, client) => {
      if (url !== REGISTRY) return void client.end('HTTP/1.1 403 Forbidden\r\n\r\n');
      const [host, port] = REGISTRY.split(':');
      const registry = connect(Number(port), host, () => {
        client.write('HTTP/1.1 200 Connected\r\n\r\n');
      });
      join(client as Socket, registry);
    })
    .listen(path);
} else {
  createTcpServer((client) => join(client, connect(path))).listen(PORT);
}
