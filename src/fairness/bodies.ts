// Reads the bodies of requests within a bound each, and within a common one: the room for bodies that are not complete.
import { Slot, Slots } from './slots.ts';
import { inTurns } from './turns.ts';

/** Bytes of a body that need no room; the head of a request may have as many. */
const SMALL_BODY = 16 * 1024;

/** Bodies of at most 1 MiB each. */
const LARGE_BODIES = { perUser: 16, inAll: 64 };

/** Milliseconds after which a body that waits for room ends the reading of the oldest, and how often it does. */
const PATIENCE = 500;
const MOST_WAITS = 8;

/** Bytes that are read and dropped after a body was refused; beyond them the connection is closed. */
const MAX_DROPPED_BYTES = 8 * 1024 * 1024;

/** The body is larger than its bound, or the client broke it off, or other bodies have its room. */
export type BodyFault = 'tooLarge' | 'brokenOff' | 'noRoom';

type Chunks = AsyncIterator<Uint8Array>;

/** The room that all bodies share; it has its readings oldest first. */
export const createBodyRoom = (patience = PATIENCE) => ({
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
  /** Of a body that is read in chunks. */
  #givenUp: PromiseWithResolvers<BodyFault> | undefined;
  #isGivenUp = false;

  constructor(room: BodyRoom, userId: number) {
    this.#room = room;
    this.#slot = new Slot(room.slots, { userId });
  }

  /** The bytes of the body; none for a request without one. They are counted while they stream, whatever Content-Length says. */
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
        if (size > SMALL_BODY && !this.#slot.isTaken && !(await this.#takeRoom())) return dropped('noRoom');
      }
    } catch {
      return 'brokenOff';
    }
    this.#room.readings.delete(this);
    const [first] = this.#chunks;
    return first && this.#chunks.length === 1 ? first : Buffer.concat(this.#chunks);
  }

  /** False if no room is free in time. */
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

  /** Ends the oldest reading, of the same user if there is one, before its client sends anything more. */
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

/** Without it the connection would be closed, and the client could lose the response. */
async function dropRest(chunks: Chunks, nextTurn: () => Promise<unknown>): Promise<void> {
  try {
    for (let size = 0; size < MAX_DROPPED_BYTES; ) {
      await nextTurn();
      const { done, value } = await chunks.next();
      if (done) return;
      size += value.byteLength;
    }
    await chunks.return?.();
  } catch {
    // The client has closed the connection.
  }
}

/** An iteration over the stream takes twice as long. Node reads no more of a body than its Content-Length says. */
async function readWhole(request: Request, length: number): Promise<Uint8Array | BodyFault> {
  const bytes = await request.bytes().catch(() => undefined);
  return bytes?.byteLength === length ? bytes : 'brokenOff';
}
