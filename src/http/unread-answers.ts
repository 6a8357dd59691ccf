// Gives up clients that do not read, because the process holds their answers in memory.
import type { Socket } from 'node:net';

/** Milliseconds and bytes. */
export interface UnreadBounds {
  readonly unreadCheckInterval: number;
  /** How long a client may read nothing while an answer waits for it. */
  readonly unreadWithin: number;
  /**
   * All answers that wait, of one user and together. Beyond it the longest waiting are given up, if they waited at the last
   * check too.
   */
  readonly unreadBytesPerUser: number;
  readonly unreadBytes: number;
}

/** The user of the last answer on a connection; undefined for an answer to nobody. */
export type UserOf = (socket: Socket) => number | undefined;

/** The group of all sockets. */
const ALL = 0;

/** Checks the sockets until the returned function is called. */
export function boundUnreadAnswers(sockets: ReadonlySet<Socket>, userOf: UserOf, bounds: UnreadBounds): () => void {
  /** By the time of the check that first found it waiting. */
  const waiting = new Set<Socket>();

  /** Gives up the longest waiting until the sockets of each group have no more than `most` bytes. */
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
