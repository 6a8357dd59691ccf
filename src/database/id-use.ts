// How far the sequences of ids are used: int4 by contract, so each has an end.
import type { Statements } from './connection.ts';

/** From this part of its ids on a sequence has few left. */
export const MOST_USED = 0.8;

/** `last_value` is NULL for a sequence that was never used, or that the role may not read. */
const USED = `
  SELECT sequencename::text, (last_value - start_value + 1)::float8 / (max_value - start_value + 1)
  FROM pg_sequences WHERE schemaname = current_schema() AND last_value IS NOT NULL
  ORDER BY 1`;

export interface UsedIds {
  readonly sequence: string;
  /** A part of 1. */
  readonly used: number;
}

/** The sequences that were used. */
export async function readUsedIds(statements: Pick<Statements, 'write'>): Promise<UsedIds[]> {
  const rows = await statements.write(USED, []);
  return rows.map(([sequence, used]) => ({ sequence: String(sequence), used: Number(used) }));
}
