// Closes connections whose clients do not read, because the process holds their answers in memory.
import type { Socket } from 'node:net';

/** In milliseconds and bytes. */
export const UNREAD_BOUNDS = {
  unreadCheckInterval: 250,
  /** The longest time in which a client may read nothing of its answer. */
  unreadWithin: 5_000,
  /** All unread answers, of one user and together. Beyond it those that were unread for longest are dropped. */
  unreadBytesPerUser: 32 * 1024 * 1024,
  unreadBytes: 64 * 1024 * 1024,
};

/** The user of the last answer on a connection; undefined for an answer without a user. */
type UserOf = (socket: Socket) => number | undefined;

/** The group of all sockets. */
const ALL = 0;

/** Checks the sockets until the returned function is called. */
export function boundUnreadAnswers(
  sockets: ReadonlySet<Socket>,
  userOf: UserOf,
  bounds: typeof UNREAD_BOUNDS,
): () => void {
  /** Sockets with unread bytes, in the order of the checks that found them. */
  const waiting = new Set<Socket>();

  /** Closes the sockets that wait longest until those of each group have no more than `most` bytes. */
  function bound(groupOf: UserOf, most: number): void {
    const unread = new Map<number, number>();
    const bytesWith = (socket: Socket, bytes: number): number => {
      const group = groupOf(socket);
      const sum = group === undefined ? 0 : (unread.get(group) ?? 0) + bytes;
      if (group !== undefined) unread.set(group, sum);
      return sum;
    };
    for (const socket of sockets) if (!socket.destroyed) bytesWith(socket, socket.writableLength);
    for (const socket of waiting) {
      if (socket.destroyed || bytesWith(socket, 0) <= most) continue;
      bytesWith(socket, -socket.writableLength);
      socket.destroy();
    }
  }

  function check(): void {
    for (const socket of waiting) if (socket.writableLength === 0 || socket.destroyed) waiting.delete(socket);
    bound(userOf, bounds.unreadBytesPerUser);
    bound(() => ALL, bounds.unreadBytes);
    for (const socket of sockets) {
      if (socket.writableLength === 0 || waiting.has(socket)) continue;
      waiting.add(socket);
      // Node's timeout of a socket starts anew whenever the kernel has taken some of its bytes.
      socket.setTimeout(bounds.unreadWithin);
    }
  }

  const timer = setInterval(check, bounds.unreadCheckInterval).unref();
  return () => clearInterval(timer);
}
