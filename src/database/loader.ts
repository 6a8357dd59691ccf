// Loaders: one query for everything that all requests ask for in one turn of the event loop. Batching makes queries
// cheap.
import DataLoader from 'dataloader';
import { tracedStatement, withoutRequest } from '../request-scope.ts';
import { maySucceedInParts } from './database-errors.ts';
import type { Db } from './db.ts';

export const MAX_BATCH_SIZE = 64;

/** Runs one query for several keys; resolves to a result for each, in order. */
type RunBatch<Key, Result> = (keys: readonly Key[]) => Promise<readonly Result[]>;

/** After the sockets are read, and without the deadline and trace of whichever request came first. */
const onNextTurn = (dispatch: () => void) => withoutRequest(setImmediate, dispatch);

function createLoader<Key, Result>(run: RunBatch<Key, Result>) {
  const runOrEach = (keys: readonly Key[]) =>
    run(keys).catch((error) => {
      if (keys.length === 1 || !maySucceedInParts(error)) throw error;
      return runEach(keys, run);
    });
  return new DataLoader<Key, Result>(runOrEach, {
    cache: false,
    maxBatchSize: MAX_BATCH_SIZE,
    batchScheduleFn: onNextTurn,
  });
}

/** The error of one key must not fail the others. */
async function runEach<Key, Result>(
  keys: readonly Key[],
  run: RunBatch<Key, Result>,
): Promise<(Result | Error)[]> {
  const settled = await Promise.allSettled(keys.map((key) => run([key])));
  return settled.map((one) =>
    one.status === 'fulfilled' ? (one.value[0] as Result) : one.reason,
  );
}

/** Loads a key together with others. `label` is the text of its spans: the verb and the table. */
export function batched<Key, Result>(
  label: string,
  run: RunBatch<Key, Result>,
): (key: Key) => Promise<Result> {
  const loader = createLoader(run);
  return (key) => tracedStatement(label, loader.load(key));
}

/** A loader for each client of a database. */
export function loaderOf<Key, Result>(
  label: string,
  run: (db: Db, keys: readonly Key[]) => Promise<readonly Result[]>,
) {
  const loaders = new WeakMap<Db, DataLoader<Key, Result>>();
  return (db: Db, key: Key): Promise<Result> => {
    const loader = loaders.get(db) ?? createLoader<Key, Result>(run.bind(undefined, db));
    loaders.set(db, loader);
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
  loaderOf<Key, Row | null>(label, async (db, keys) => {
    const rows = await readMany(db, [...new Set(keys)]);
    const byKey = new Map<Key, Row>();
    for (const row of rows) byKey.set(row[column], row);
    return keys.map((key) => byKey.get(key) ?? null);
  });
