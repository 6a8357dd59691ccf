// Bounds the memory of request bodies that are not complete: of one user, and of all together.
import { setImmediate as turnOfEventLoop } from 'node:timers/promises';
import { type Held, UserSlots } from '../operation/user-slots.ts';

/** Bytes of a body that need no room; the head of a request may have as many. */
export const SMALL_BODY = 16 * 1024;

/** Bodies of at most 1 MiB each. */
const LARGE_BODIES = { perUser: 16, inAll: 64 };

/** Milliseconds after which a body that waits for room ends the reading of the oldest, and how often it does. */
const PATIENCE = 500;
const MOST_WAITS = 8;

/** The room that all bodies share. */
export class BodyRoom {
  readonly slots = new UserSlots(LARGE_BODIES);
  readonly patience: number;
  /** Oldest first. */
  readonly readings = new Set<BodyReading>();
  #turn: Promise<unknown> = Promise.resolve();

  constructor(patience = PATIENCE) {
    this.patience = patience;
  }

  /** Resolves for one caller in each turn of the event loop: hundreds of refusals in one would delay all requests. */
  nextTurn(): Promise<unknown> {
    this.#turn = this.#turn.then(() => turnOfEventLoop());
    return this.#turn;
  }
}

/** The reading of one body. */
export class BodyReading {
  readonly #userId: number;
  readonly #room: BodyRoom;
  #held: Held | undefined;
  /** Called when another body needs the room. */
  onGivenUp = () => {};

  constructor(room: BodyRoom, userId: number) {
    this.#room = room;
    this.#userId = userId;
  }

  /** Takes room for a body that has so many bytes already; false if none is free in time. */
  async takeRoom(bytes: number): Promise<boolean> {
    if (bytes <= SMALL_BODY) return true;
    const { slots, patience, readings } = this.#room;
    for (let waits = 0; !this.#held && waits < MOST_WAITS; waits++) {
      this.#held = await slots.acquire({ userId: this.#userId }, AbortSignal.timeout(patience));
      if (this.#held) readings.add(this);
      else this.#giveUpOldest();
    }
    if (!this.#held) await this.nextTurn();
    return this.#held !== undefined;
  }

  nextTurn(): Promise<unknown> {
    return this.#room.nextTurn();
  }

  #giveUpOldest(): void {
    const all = [...this.#room.readings];
    const oldest = all.find((reading) => reading.#userId === this.#userId) ?? all[0];
    oldest?.isRead();
    oldest?.onGivenUp();
  }

  /** The body is complete: no other one takes its room. */
  isRead(): void {
    this.#room.readings.delete(this);
  }

  end(): void {
    this.isRead();
    if (this.#held) this.#room.slots.release(this.#held);
    this.#held = undefined;
  }
}
