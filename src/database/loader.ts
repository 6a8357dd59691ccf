// Batches: one query for everything that all requests ask for in one turn of the event loop, which makes queries
// cheap. Whatever all requests do is batched: a create reads its token, takes its point and inserts its row in turn.
import DataLoader from 'dataloader';
import {
  DeadlineError,
  timeLeft,
  tracedStatement,
  withoutRequest,
} from '../request-scope.ts';
import { maySucceedInParts } from './database-errors.ts';
import type { Db } from './db.ts';

export const MAX_BATCH_SIZE = 64;

/** Runs one query for several keys; resolves to a result for each, in order. */
type RunBatch<Key, Result> = (keys: readonly Key[]) => Promise<readonly Result[]>;

/** After the sockets are read, and without the deadline and trace of whichever request came first. */
const onNextTurn = (dispatch: () => void) => withoutRequest(setImmediate, dispatch);

function createLoader<Key, Result>(run: RunBatch<Key, Result>) {
  /** The error of one key must not fail the others. */
  const runAlone = (key: Key) =>
    run([key]).then(
      ([result]) => result as Result,
      (error: Error) => error,
    );
  const runOrEach = (keys: readonly Key[]) =>
    run(keys).catch((error) => {
      if (keys.length === 1 || !maySucceedInParts(error)) throw error;
      return Promise.all(keys.map(runAlone));
    });
  return new DataLoader<Key, Result>(runOrEach, {
    cache: false,
    maxBatchSize: MAX_BATCH_SIZE,
    batchScheduleFn: onNextTurn,
  });
}

/**
 * A function that waits for the next turn, and runs once for all keys that were asked for with the same client by then.
 * `label` is the text of its spans: the verb and the table.
 */
export function batched<Client extends object, Key, Result>(
  label: string,
  run: (client: Client, keys: readonly Key[]) => Promise<readonly Result[]>,
) {
  const loaders = new WeakMap<Client, DataLoader<Key, Result>>();
  return async (client: Client, key: Key): Promise<Result> => {
    // The query has no deadline.
    if (timeLeft(1) === 0) throw new DeadlineError();
    const loader =
      loaders.get(client) ?? createLoader<Key, Result>(run.bind(undefined, client));
    loaders.set(client, loader);
    return tracedStatement(label, loader.load(key));
  };
}

/** Reads rows by a unique column; null for a key without a row. */
export const rowLoader = <
  Column extends string,
  Key,
  Row extends Readonly<Record<Column, Key>>,
>(
  label: string,
  column: Column,
  readMany: (db: Db, keys: Key[]) => Promise<readonly Row[]>,
) =>
  batched<Db, Key, Row | null>(label, async (db, keys) => {
    const rows = await readMany(db, [...new Set(keys)]);
    const byKey = new Map<Key, Row>(rows.map((row) => [row[column], row]));
    return keys.map((key) => byKey.get(key) ?? null);
  });
