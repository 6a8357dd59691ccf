// Bounds the memory of bodies that their clients have not sent whole: of one user, and of all together.
import { type Held, UserSlots } from '../operation/user-slots.ts';

/** Bytes of a body that need no room; the head of a request may have as many. */
export const SMALL_BODY = 16 * 1024;

/** Bodies of at most 1 MiB each. */
const LARGE_BODIES = { perUser: 16, inAll: 64 };

/** Milliseconds after which a body that waits for room ends the reading of the oldest, and how often it does. */
const PATIENCE = 500;
const MOST_WAITS = 8;

export class BodyRoom {
  readonly #slots = new UserSlots(LARGE_BODIES);
  readonly #patience: number;
  /** Oldest first. */
  readonly #reading = new Set<BodyReading>();

  constructor(patience = PATIENCE) {
    this.#patience = patience;
  }

  /** Room for one more body of the user; undefined where none is free in time. */
  async enter(reading: BodyReading): Promise<Held | undefined> {
    for (let waits = 0; waits < MOST_WAITS; waits++) {
      const held = await this.#slots.acquire({ userId: reading.userId }, AbortSignal.timeout(this.#patience));
      if (held) {
        this.#reading.add(reading);
        return held;
      }
      this.#giveUpOldest(reading);
    }
    return undefined;
  }

  /** The body is read: only its work is left. */
  isRead(reading: BodyReading): void {
    this.#reading.delete(reading);
  }

  leave(reading: BodyReading, held: Held): void {
    this.#reading.delete(reading);
    this.#slots.release(held);
  }

  #giveUpOldest({ userId }: BodyReading): void {
    const all = [...this.#reading];
    (all.find((reading) => reading.userId === userId) ?? all[0])?.giveUp();
  }
}

/** The reading of one body. */
export class BodyReading {
  readonly userId: number;
  readonly #room: BodyRoom;
  #onGivenUp = () => {};
  #held: Held | undefined;

  constructor(room: BodyRoom, userId: number) {
    this.#room = room;
    this.userId = userId;
  }

  /** Calls back when the room is needed for another body. */
  onGivenUp(callback: () => void): void {
    this.#onGivenUp = callback;
  }

  giveUp(): void {
    this.#room.isRead(this);
    this.#onGivenUp();
  }

  /** Whether there is room for a body that has so many bytes already. */
  hasRoom(bytes: number): boolean {
    return bytes <= SMALL_BODY || this.#held !== undefined;
  }

  /** Makes room; false where none is free in time. */
  async enter(): Promise<boolean> {
    this.#held = await this.#room.enter(this);
    return this.#held !== undefined;
  }

  isRead(): void {
    this.#room.isRead(this);
  }

  end(): void {
    if (this.#held) this.#room.leave(this, this.#held);
    this.#held = undefined;
  }
}
