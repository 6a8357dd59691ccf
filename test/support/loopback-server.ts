// An HTTP server on a free loopback port, which stands in for another program.
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { Server as SecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';

/** `server` is another one than a plain server of HTTP, such as one with a certificate. */
export async function startLoopbackServer(
  listener: RequestListener,
  server: ReturnType<typeof createServer> | SecureServer = createServer(),
) {
  await once(server.on('request', listener).listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const scheme = server instanceof SecureServer ? 'https' : 'http';
  return {
    port,
    origin: `${scheme}://127.0.0.1:${port}`,
    /** Closes its connections too. */
    async close() {
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
}
