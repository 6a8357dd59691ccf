// Reads request bodies within a limit for each and one for all: the room for incomplete bodies.
import { Slot, Slots } from './slots.ts';
import { inTurns } from './turns.ts';

/** Bytes of a body that needs no room; the head of a request may have as many. */
const SMALL_BODY = 16 * 1024;

/** Bodies of at most 1 MiB each. */
const LARGE_BODIES = { perUser: 16, inAll: 64 };

/** When a body that waits for room ends the oldest reading, and how often it does so. */
const PATIENCE_MILLISECONDS = 500;
const MOST_WAITS = 8;

/** Bytes that are read and dropped after a body was rejected; beyond that the connection is closed. */
const MAX_DROPPED_BYTES = 8 * 1024 * 1024;

/** The body is too large, the client aborted it, or other bodies took its room. */
export type BodyFault = 'tooLarge' | 'brokenOff' | 'noRoom';

type Chunks = AsyncIterator<Uint8Array>;

/** The room that all bodies share, with its readings oldest first. */
export const createBodyRoom = (patience = PATIENCE_MILLISECONDS) => ({
  slots: new Slots(LARGE_BODIES),
  patience,
  readings: new Set<BodyReading>(),
  nextTurn: inTurns(),
});
export type BodyRoom = ReturnType<typeof createBodyRoom>;

export class BodyReading {
  readonly #room: BodyRoom;
  readonly #slot: Slot;
  readonly #chunks: Uint8Array[] = [];
  /** For a body that is read in chunks. */
  #givenUp: PromiseWithResolvers<BodyFault> | undefined;
  #isGivenUp = false;

  constructor(room: BodyRoom, userId: number) {
    this.#room = room;
    this.#slot = new Slot(room.slots, { userId });
  }

  /** The bytes of the body, counted while they stream, whatever Content-Length says; empty without a body. */
  async read(request: Request, maxBytes: number): Promise<Uint8Array | BodyFault> {
    const length = Number(request.headers.get('content-length') ?? Number.NaN);
    if (length > maxBytes) return 'tooLarge';
    if (length <= SMALL_BODY) return readWhole(request, length);
    const chunks = request.body?.[Symbol.asyncIterator]();
    if (!chunks) return new Uint8Array();
    this.#givenUp = Promise.withResolvers();
    return Promise.race([this.#readChunks(chunks, maxBytes), this.#givenUp.promise]);
  }

  /** Frees the room, which a complete body keeps until then. */
  end(): void {
    this.#room.readings.delete(this);
    this.#slot.end();
  }

  async #readChunks(chunks: Chunks, maxBytes: number): Promise<Uint8Array | BodyFault> {
    const dropped = (fault: BodyFault) => {
      void dropRest(chunks, this.#room.nextTurn);
      return fault;
    };
    try {
      for (let size = 0; ; ) {
        const { done, value } = await chunks.next();
        if (this.#isGivenUp) return dropped('noRoom');
        if (done) break;
        size += value.byteLength;
        if (size > maxBytes) return dropped('tooLarge');
        this.#chunks.push(value);
        if (size > SMALL_BODY && !this.#slot.isTaken && !(await this.#takeRoom()))
          return dropped('noRoom');
      }
    } catch {
      return 'brokenOff';
    }
    this.#room.readings.delete(this);
    const [first] = this.#chunks;
    return first && this.#chunks.length === 1 ? first : Buffer.concat(this.#chunks);
  }

  /** False if there is no room in time. */
  async #takeRoom(): Promise<boolean> {
    const { patience, readings, nextTurn } = this.#room;
    for (let waits = 0; waits < MOST_WAITS; waits++) {
      if (await this.#slot.take(AbortSignal.timeout(patience))) {
        readings.add(this);
        return true;
      }
      this.#giveUpOldest();
    }
    await nextTurn();
    return false;
  }

  /** Ends the oldest reading, preferably of the same user, before its client sends more. */
  #giveUpOldest(): void {
    const all = [...this.#room.readings];
    const oldest = all.find((reading) => reading.#slot.userId === this.#slot.userId) ?? all[0];
    if (!oldest) return;
    this.#room.readings.delete(oldest);
    oldest.#chunks.length = 0;
    oldest.#isGivenUp = true;
    oldest.#givenUp?.resolve('noRoom');
  }
}

/** Otherwise the connection would be closed, and the client could lose the response. */
async function dropRest(chunks: Chunks, nextTurn: () => Promise<unknown>) {
  try {
    for (let size = 0; size < MAX_DROPPED_BYTES; ) {
      await nextTurn();
      const { done, value } = await chunks.next();
      if (done) return;
      size += value.byteLength;
    }
    await chunks.return?.();
  } catch {
    // The client closed the connection.
  }
}

/** Iterating over the stream takes twice as long. Node reads no more than Content-Length says. */
async function readWhole(request: Request, length: number): Promise<Uint8Array | BodyFault> {
  const bytes = await request.bytes().catch(() => undefined);
  return bytes?.byteLength === length ? bytes : 'brokenOff';
}
