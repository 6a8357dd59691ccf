// When each token was last used: noted in memory, written in batches, never a write per request.
import type { PrismaClient } from '../../prisma/generated/client/client.ts';

const FLUSH_MILLISECONDS = 5_000;

export interface LastUsed {
  note(tokenId: number): void;
  /** Writes what was noted; what cannot be written stays noted. */
  flush(): Promise<void>;
  /** Writes the rest and stops. */
  close(): Promise<void>;
}

export function trackLastUsed(db: PrismaClient, onError: (error: unknown) => void): LastUsed {
  let noted = new Map<number, Date>();
  let running: Promise<void> = Promise.resolve();

  async function write(): Promise<void> {
    const batch = noted;
    if (batch.size === 0) return;
    noted = new Map();
    try {
      await db.$executeRaw`
        UPDATE api_tokens SET last_used_at = GREATEST(last_used_at, batch.used_at)
        FROM unnest(${[...batch.keys()]}::int[], ${[...batch.values()]}::timestamptz[]) AS batch(id, used_at)
        WHERE api_tokens.id = batch.id`;
    } catch (error) {
      noted = new Map([...batch, ...noted]);
      onError(error);
    }
  }

  const flush = () => (running = running.then(write));
  const timer = setInterval(flush, FLUSH_MILLISECONDS).unref();
  return {
    note: (tokenId) => void noted.set(tokenId, new Date()),
    flush,
    close: () => {
      clearInterval(timer);
      return flush();
    },
  };
}
