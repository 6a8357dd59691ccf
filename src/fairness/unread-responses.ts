// Closes connections whose clients don't read, because the process keeps their responses in memory.
import type { Socket } from 'node:net';

/** In milliseconds and bytes. */
export const UNREAD_BOUNDS = {
  unreadCheckInterval: 250,
  /** The longest time a client may read nothing of its response. */
  unreadWithin: 5_000,
  /** All unread responses, per user and in total. Beyond it, those unread for longest are dropped. */
  unreadBytesPerUser: 32 * 1024 * 1024,
  unreadBytes: 64 * 1024 * 1024,
};

/** The user of the last response on a connection; undefined for a response without a user. */
type UserOf = (socket: Socket) => number | undefined;

/** The group of all sockets. */
const ALL = 0;

/**
 * Checks the connections until the returned function is called. Each has at most one response: its next request waits.
 */
export function boundUnreadResponses(
  connections: ReadonlyMap<Socket, unknown>,
  userOf: UserOf,
  bounds: typeof UNREAD_BOUNDS,
): () => void {
  /** Sockets with unread bytes, in the order in which checks found them. */
  const waiting = new Set<Socket>();

  /** Closes the sockets that have waited longest until each group has at most `most` bytes. */
  function bound(groupOf: UserOf, most: number) {
    const open = [...connections.keys()].filter(
      (socket) => !socket.destroyed && groupOf(socket) !== undefined,
    );
    for (const [group, members] of Map.groupBy(open, groupOf)) {
      let unread = members.reduce((sum, { writableLength }) => sum + writableLength, 0);
      for (const socket of waiting) {
        if (unread <= most) break;
        if (socket.destroyed || groupOf(socket) !== group) continue;
        unread -= socket.writableLength;
        socket.destroy();
      }
    }
  }

  function check() {
    for (const socket of waiting)
      if (socket.writableLength === 0 || socket.destroyed) waiting.delete(socket);
    bound(userOf, bounds.unreadBytesPerUser);
    bound(() => ALL, bounds.unreadBytes);
    for (const socket of connections.keys()) {
      if (socket.writableLength === 0 || waiting.has(socket)) continue;
      waiting.add(socket);
      // Node's socket timeout restarts whenever the kernel takes some bytes.
      socket.setTimeout(bounds.unreadWithin);
    }
  }

  const timer = setInterval(check, bounds.unreadCheckInterval).unref();
  return () => clearInterval(timer);
}
