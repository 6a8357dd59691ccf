// Counts cases and failures: operation x code x surface; and remembers where each validation code was seen.
import { labelsOf, type Outcome } from '../check/outcome.ts';
import type { Surface } from '../exchange/client.ts';

export interface TallyRow {
  readonly operation: string;
  /** A code of a validation failure, a status, or `success`. */
  readonly code: string;
  readonly surface: Surface;
  readonly cases: number;
  readonly failures: number;
}

/** A code at a field, such as REQUIRED at `items[].ad_id`. */
export interface Place extends Omit<TallyRow, 'failures'> {
  readonly field: string;
}

export interface Tally {
  /** A case begins; `isCounted` is false while a failure is shrunk. */
  begin(isCounted: boolean): void;
  /** Counts one answer under its codes. */
  count(operation: string, surface: Surface, outcome: Outcome): void;
  /** Marks the answers counted since `begin` as those of a case that failed, on the surface at fault or on both. */
  fail(surface: Surface | undefined): void;
  rows(): TallyRow[];
  places(): Place[];
}

type Writable<Row> = { -readonly [Key in keyof Row]: Row[Key] };

export function createTally(): Tally {
  const rows = new Map<string, Writable<TallyRow>>();
  const places = new Map<string, Writable<Place>>();
  let seen = new Set<string>();
  let counts = true;

  function countPlaces(operation: string, surface: Surface, { errors = [] }: Outcome): void {
    for (const { field, code } of errors) {
      const pattern = String(field).replaceAll(/\[\d+\]/g, '[]');
      const key = JSON.stringify([operation, pattern, code, surface]);
      const place = places.get(key) ?? { operation, field: pattern, code, surface, cases: 0 };
      place.cases += 1;
      places.set(key, place);
    }
  }

  return {
    begin(isCounted) {
      seen = new Set();
      counts = isCounted;
    },
    count(operation, surface, outcome) {
      if (!counts) return;
      countPlaces(operation, surface, outcome);
      for (const code of labelsOf(outcome)) {
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
    rows: () => [...rows.values()].toSorted(inOrder),
    places: () => [...places.values()].toSorted((a, b) => inOrder(a, b) || a.field.localeCompare(b.field)),
  };
}

type Ordered = Pick<TallyRow, 'operation' | 'code' | 'surface'>;

/** REST stands before GraphQL. */
const inOrder = (a: Ordered, b: Ordered): number =>
  a.operation.localeCompare(b.operation) || a.code.localeCompare(b.code) || b.surface.localeCompare(a.surface);
