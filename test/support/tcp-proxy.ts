// A TCP proxy in front of the database that can be taken down, silenced, slowed down and restored.
import { connect, createServer, type Socket } from 'node:net';

/** The length of the last message of a response, ReadyForQuery, and how long it is delayed. */
const STATE_BYTES = 6;
const STATE_MILLISECONDS = 50;

export type TcpProxy = Awaited<ReturnType<typeof startTcpProxy>>;

export async function startTcpProxy(databaseUrl: string) {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const forgotten = new Set<Socket>();
  const upstreams = new Set<Socket>();
  let silent = false;
  let mute = false;
  let isSplit = false;
  let roundTrip = 0;
  /** Timers of equal length fire in order, and so do later ones of a length that doesn't shrink. */
  const later = (act: () => void) =>
    void (roundTrip ? setTimeout(act, roundTrip / 2) : act());

  const server = createServer({ pauseOnConnect: true }, (client) => {
    const upstream = connect(Number(target.port), target.hostname);
    upstream.pause();
    upstreams.add(upstream);
    upstream.on('close', () => upstreams.delete(upstream));
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket);
      socket.on('data', (chunk) => {
        const last =
          isSplit && socket === upstream ? chunk.length - STATE_BYTES : chunk.length;
        later(() => other.write(chunk.subarray(0, last)));
        if (last < chunk.length)
          setTimeout(() => other.write(chunk.subarray(last)), STATE_MILLISECONDS);
      });
      socket.on('end', () => later(() => other.end()));
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
      // Data flows once it has a listener.
      if (silent || (mute && socket === upstream)) socket.pause();
      else socket.resume();
    }
  });
  const listen = (port: number) =>
    new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const down = async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of sockets) socket.resetAndDestroy();
    await closed;
  };
  await listen(0);
  const { port } = server.address() as { port: number };
  const url = new URL(databaseUrl);
  url.port = String(port);

  return {
    /** The database's URL through the proxy. */
    url: url.href,
    /** Refuses connections and resets existing ones. */
    down,
    /** Accepts connections but passes no byte in either direction, as when packets are dropped. */
    silence() {
      silent = true;
      for (const socket of sockets) socket.pause();
    },
    /** Holds what the server sends, and passes what it is sent. */
    holdResponses() {
      mute = true;
      for (const socket of upstreams) socket.pause();
    },
    /** Passes the end of a response, the state of the transaction, later than the rest. */
    splitResponses() {
      isSplit = true;
    },
    /** Silently drops the existing connections; new ones pass. */
    forget() {
      for (const socket of sockets) forgotten.add(socket.pause());
    },
    /** Each byte takes half of these milliseconds per direction, so a round trip takes all of them. */
    slowDown(roundTripMilliseconds: number) {
      roundTrip = roundTripMilliseconds;
    },
    /** Lets everything pass from now on, including held bytes. */
    async back() {
      silent = false;
      mute = false;
      isSplit = false;
      roundTrip = 0;
      for (const socket of sockets) if (!forgotten.has(socket)) socket.resume();
      if (!server.listening) await listen(port);
    },
    close: async () => void (server.listening && (await down())),
  };
}
