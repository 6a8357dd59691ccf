// A server that speaks as much of PostgreSQL's protocol as the opening of a connection takes.
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';

/** A message of the server: its type, its length, its content. */
function message(type: string, ...parts: (string | Buffer)[]): Buffer {
  const content = Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(`${part}\0`) : part)));
  const length = Buffer.alloc(4);
  length.writeInt32BE(content.length + 4);
  return Buffer.concat([Buffer.from(type), length, content]);
}

const CANCEL_REQUEST = 80877102;
/** Of the process 7, the secret 9. */
const KEY = Buffer.from([0, 0, 0, 7, 0, 0, 0, 9]);

/** Sends its settings to each client, and answers nothing after that. */
export async function startSilentPostgres(settings: Readonly<Record<string, string>>) {
  const startup = Promise.withResolvers<Readonly<Record<string, string>>>();
  const cancelled = Promise.withResolvers<readonly [processID: number, secretKey: number]>();
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('data', (packet) => {
      if (packet.readInt32BE(4) === CANCEL_REQUEST) {
        cancelled.resolve([packet.readInt32BE(8), packet.readInt32BE(12)]);
        socket.end();
        return;
      }
      const words = packet.subarray(8).toString().split('\0');
      startup.resolve(Object.fromEntries(words.flatMap((word, at) => (at % 2 ? [] : [[word, words[at + 1] ?? '']]))));
      const given = Object.entries(settings).map(([name, value]) => message('S', name, value));
      socket.write(
        Buffer.concat([message('R', Buffer.alloc(4)), ...given, message('K', KEY), message('Z', Buffer.from('I'))]),
      );
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  return {
    url: `postgresql://user@127.0.0.1:${port}/db`,
    /** The parameters with which the first client has opened its connection. */
    startup: startup.promise,
    /** The key of the first cancel request. */
    cancelled: cancelled.promise,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
