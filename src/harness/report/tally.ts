// Counts cases and failures: operation x code x surface.
import type { Surface } from '../exchange/client.ts';

export interface TallyRow {
  readonly operation: string;
  /** A code of a validation failure, a status, or `success`. */
  readonly code: string;
  readonly surface: Surface;
  readonly cases: number;
  readonly failures: number;
}

export interface Tally {
  /** Counts one answer under its codes. */
  count(operation: string, surface: Surface, codes: readonly string[]): void;
  /** Marks the answers counted since `begin` as those of a case that failed, on the surface at fault or on both. */
  fail(surface: Surface | undefined): void;
  /** A case begins; `isCounted` is false while a failure is shrunk. */
  begin(isCounted: boolean): void;
  rows(): TallyRow[];
}

export function createTally(): Tally {
  const rows = new Map<string, { -readonly [Key in keyof TallyRow]: TallyRow[Key] }>();
  let seen = new Set<string>();
  let counts = true;
  return {
    begin(isCounted) {
      seen = new Set();
      counts = isCounted;
    },
    count(operation, surface, codes) {
      if (!counts) return;
      for (const code of codes) {
        const key = JSON.stringify([operation, code, surface]);
        const row = rows.get(key) ?? { operation, code, surface, cases: 0, failures: 0 };
        row.cases += 1;
        rows.set(key, row);
        seen.add(key);
      }
    },
    fail(surface) {
      if (!counts) return;
      for (const key of seen) {
        const row = rows.get(key);
        if (row && (surface === undefined || row.surface === surface)) row.failures += 1;
      }
    },
    rows: () =>
      [...rows.values()].toSorted(
        (a, b) =>
          a.operation.localeCompare(b.operation) || a.code.localeCompare(b.code) || b.surface.localeCompare(a.surface),
      ),
  };
}
