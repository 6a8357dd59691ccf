// Lets builds in a network without a way out reach the npm registry: a process outside connects to it, and one inside
// passes connections to that by a Unix socket. `registry-proxy.js outside SOCKET`, `registry-proxy.js inside SOCKET`.
import { rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect, createServer as createTcpServer } from 'node:net';

const REGISTRY = 'registry.npmjs.org:443';
const PORT = 3128;
const IDLE_MILLISECONDS = 60_000;

const [side, path = ''] = process.argv.slice(2);

function join(one, other) {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ]) {
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
      if (url !== REGISTRY) {
        client.end('HTTP/1.1 403 Forbidden\r\n\r\n');
        return;
      }
      const [host, port] = REGISTRY.split(':');
      const registry = connect(Number(port), host, () => {
        client.write('HTTP/1.1 200 Connected\r\n\r\n');
      });
      join(client, registry);
    })
    .listen(path);
} else {
  createTcpServer((client) => join(client, connect(path))).listen(PORT);
}
