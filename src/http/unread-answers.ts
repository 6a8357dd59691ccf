// Gives up clients that do not read, because the process holds their answers in memory.
import type { Socket } from 'node:net';

/** Milliseconds and bytes. */
export interface UnreadBounds {
  readonly unreadCheckInterval: number;
  /** How long a client may read nothing while an answer waits for it. */
  readonly unreadWithin: number;
  /** All answers that wait, together. Beyond it the longest waiting are given up, if they waited at the last check too. */
  readonly unreadBytes: number;
}

/** Checks the sockets until the returned function is called. */
export function boundUnreadAnswers(sockets: ReadonlySet<Socket>, bounds: UnreadBounds): () => void {
  /** By the time of the check that first found it waiting. */
  const waiting = new Set<Socket>();

  function check(): void {
    for (const socket of waiting) if (socket.writableLength === 0 || socket.destroyed) waiting.delete(socket);
    let unread = 0;
    for (const socket of sockets) unread += socket.writableLength;
    for (const socket of waiting) {
      if (unread <= bounds.unreadBytes) break;
      unread -= socket.writableLength;
      socket.destroy();
    }
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
