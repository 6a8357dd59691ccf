// The drill `deploy`: nodes behind HAProxy get the rehearsed release, while a backup holds a lock, and lose it again.
import { randomUUID } from 'node:crypto';
import { V1 } from '../releases/rehearsal.ts';
import { type DrillOptions, inTime, type RanOperation, type Row, rowOf } from './drill.ts';
import { REHEARSED, startDeployed } from './support/deployed.ts';
import {
  NEWER_CREATE,
  newerExchanges,
  OLDER_CREATE,
  olderExchanges,
  outcomeOf,
  refused,
} from './support/exchanges.ts';
import type { Exchange } from './support/load.ts';
import { type Answer, idIn, isReplay, send } from './support/send.ts';
import { readLikeBackup } from './support/servers.ts';

const READER_MILLISECONDS = 60_000;
/** Time limits: for a request while the reader runs, and for the start once the reader has ended. */
const REQUEST_WITHIN_MILLISECONDS = 1_000;
const READY_WITHIN_MILLISECONDS = 5_000;
const DAY_MILLISECONDS = 86_400_000;
const KEPT = 20;

const dayIn = (days: number) =>
  new Date(Date.now() + days * DAY_MILLISECONDS).toISOString().slice(0, 10);

export async function run({ cleanup }: DrillOptions): Promise<readonly Row[]> {
  const { url, origin, db, replace, clientOf, under } = await startDeployed(cleanup, {});
  const [today, later] = [dayIn(0), dayIn(2)];
  const codeOf = (day: string) => ({ variables: { ...REHEARSED, REHEARSED_DATE: day } });
  const older = await clientOf(V1, olderExchanges);
  const newer = await clientOf(today, newerExchanges);
  const ofOlder = [
    { token: older.token, exchange: OLDER_CREATE },
    { token: newer.token, exchange: OLDER_CREATE, version: V1 },
  ];
  const rows: Row[] = [];
  const besideReader = async () => {
    // The release migrates the table that the reader reads.
    const reader = readLikeBackup(url, READER_MILLISECONDS);
    const readyAt = await replace(codeOf(later), [0]);
    const { milliseconds, endedAt, fault } = await reader;
    const waited = inTime(Math.max(readyAt - endedAt, 0), READY_WITHIN_MILLISECONDS);
    rows.push(
      rowOf('the first new node, from the end of the reader on', [waited]),
      rowOf('the reader, whose lock nobody took', [{ milliseconds, fault }]),
    );
    await replace(codeOf(later), [1, 2]);
  };
  rows.push(
    await under(
      'a release of the future, beside a reader',
      [older],
      besideReader,
      REQUEST_WITHIN_MILLISECONDS,
    ),
    await under('and back', [older], () => replace({})),
  );
  const ofOldCode = await keep(origin, older.token, OLDER_CREATE);
  rows.push(
    await under('old code to new', [older], () => replace(codeOf(today))),
    await retried('keys of old code, on new code', origin, ofOldCode, ofOlder),
  );
  const ofNewCode = await keep(origin, older.token, OLDER_CREATE);
  const ofNewer = await keep(origin, newer.token, NEWER_CREATE);
  rows.push(
    await under('new code to new, both versions', [older, newer], () =>
      replace(codeOf(today)),
    ),
    await retried('keys of the newer version', origin, ofNewer, [
      { token: newer.token, exchange: NEWER_CREATE },
    ]),
    await under('new code to old', [older], () => replace({})),
    await retried('keys of new code, on old code', origin, ofNewCode, ofOlder),
    await refused(db, origin, newer),
  );
  return rows;
}

/** The responses to creates, by their keys. */
type Kept = ReadonlyMap<string, Answer>;

/** Creates, each with a key. */
async function keep(origin: string, token: string, { path, body }: Exchange): Promise<Kept> {
  const kept = new Map<string, Answer>();
  while (kept.size < KEPT) {
    const key = randomUUID();
    kept.set(
      key,
      await send({ origin, token }, 'POST', path, body, { 'Idempotency-Key': key }),
    );
  }
  return kept;
}

interface Retry {
  readonly token: string;
  readonly exchange: Exchange;
  /** The header `service-version`. */
  readonly version?: string;
}

/** Repeats every kept create in each way; one that isn't a replay of its first response has failed. */
async function retried(
  what: string,
  origin: string,
  kept: Kept,
  ways: readonly Retry[],
): Promise<Row> {
  const ranOperations: RanOperation[] = [];
  for (const [key, first] of kept) {
    for (const { token, exchange, version } of ways) {
      const headers = {
        'Idempotency-Key': key,
        ...(version && { 'service-version': version }),
      };
      const again = await send(
        { origin, token },
        'POST',
        exchange.path,
        exchange.body,
        headers,
      );
      const isSame = again.status === 201 && isReplay(again) && idIn(again) === idIn(first);
      ranOperations.push(outcomeOf(again, isSame));
    }
  }
  return rowOf(what, ranOperations);
}
