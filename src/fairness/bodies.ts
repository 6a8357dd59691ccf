// Reads request bodies within a limit for each and one for all: the room for incomplete bodies.
import { uploaded } from '../request-scope.ts';
import { GrowingBytes, SMALL_BODY } from './incoming-bytes.ts';
import { Slot, Slots } from './slots.ts';
import { inTurns } from './turns.ts';

/** Bodies of at most 1 MiB each. */
export const LARGE_BODIES = { perUser: 16, inAll: 64 };

/** When a body that waits for room ends the oldest reading, and how often it does so. */
const PATIENCE_MILLISECONDS = 500;
const MOST_WAITS = 8;

/** Bytes that are read and dropped after a body was rejected; beyond that the connection is closed. */
const MAX_DROPPED_BYTES = 8 * 1024 * 1024;

/** The body is too large, the client aborted it or sends it too slowly, or other bodies took its room. */
export type BodyFailure = 'tooLarge' | 'brokenOff' | 'tooSlow' | 'noRoom';

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
  /** Undefined once the body was given up. */
  #received: GrowingBytes | undefined = new GrowingBytes();
  readonly #givenUp = Promise.withResolvers<BodyFailure>();

  constructor(room: BodyRoom, userId: Slot['userId']) {
    this.#room = room;
    this.#slot = new Slot(room.slots, { userId });
  }

  /** The bytes of the body, counted while they stream, whatever Content-Length says; empty without a body. */
  async read(request: Request, maxBytes: number): Promise<Uint8Array | BodyFailure> {
    const length = Number(request.headers.get('content-length') ?? Number.NaN);
    if (length > maxBytes) return 'tooLarge';
    const { body } = request;
    if (!body) return new Uint8Array();
    const bytes = this.#readChunks(body[Symbol.asyncIterator](), maxBytes);
    const read = await uploaded(Promise.race([bytes, this.#givenUp.promise]));
    if (read === 'tooSlow') this.#giveUp(read);
    return read;
  }

  /** Frees the room, which a complete body keeps until then. */
  end(): void {
    this.#room.readings.delete(this);
    this.#slot.end();
  }

  async #readChunks(chunks: Chunks, maxBytes: number): Promise<Uint8Array | BodyFailure> {
    const dropped = (failure: BodyFailure) => {
      void dropRest(chunks, this.#room.nextTurn);
      return failure;
    };
    try {
      for (;;) {
        const { done, value } = await chunks.next();
        const received = this.#received;
        if (!received) return dropped('noRoom');
        if (done) {
          this.#room.readings.delete(this);
          return received.all();
        }
        if (received.length + value.byteLength > maxBytes) return dropped('tooLarge');
        received.add(value);
        const needsRoom = received.length > SMALL_BODY && !this.#slot.isTaken;
        if (needsRoom && !(await this.#takeRoom())) return dropped('noRoom');
      }
    } catch {
      return 'brokenOff';
    }
  }

  /** False if there is no room in time. */
  async #takeRoom(): Promise<boolean> {
    const { readings, nextTurn } = this.#room;
    for (let waits = 0; waits < MOST_WAITS; waits++) {
      if (await this.#slot.take(AbortSignal.timeout(this.#room.patience))) {
        readings.add(this);
        return true;
      }
      // Its request ended as too slow, so it no longer waits and would end one reading after the other.
      if (!this.#received) return false;
      this.#giveUpOldest();
    }
    await nextTurn();
    return false;
  }

  /** Ends the oldest reading, preferably of the same user, before its client sends more. */
  #giveUpOldest(): void {
    const all = [...this.#room.readings];
    const oldest =
      all.find((reading) => reading.#slot.userId === this.#slot.userId) ?? all[0];
    if (!oldest) return;
    this.#room.readings.delete(oldest);
    oldest.#giveUp('noRoom');
  }

  #giveUp(failure: BodyFailure): void {
    this.#received = undefined;
    this.#givenUp.resolve(failure);
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
