// An HTTP server on a free loopback port, which stands in for another program.
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

export async function startLoopbackServer(listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    origin: `http://127.0.0.1:${port}`,
    /** Closes its connections too. */
    async close() {
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
}
