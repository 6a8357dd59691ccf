// Names for prepared statements; PostgreSQL parses a named one once for each connection.
import { RecentlyUsed } from '../recently-used.ts';

/** GraphQL selections vary, and each connection keeps the statements that were prepared on it. */
const MOST_NAMES = 500;

/** The names of the texts that were sent last. A name is never used for another text. */
export class StatementNames {
  readonly #names = new RecentlyUsed<string, string>(MOST_NAMES);
  #given = 0;

  of(text: string): string {
    return this.#names.of(text, () => `s${this.#given++}`);
  }

  /** Whether a connection that was opened at this count of names may keep twice as many statements as are in use. */
  areSpent(givenAtOpening: number): boolean {
    return this.#given - givenAtOpening > MOST_NAMES;
  }

  get given(): number {
    return this.#given;
  }
}
