// Rows of the drill `size` on a busy server: a migration during a load and a reader, and tokens that three nodes
// count.
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { createUsageRecorder } from '../../../../../src/usage/recorder.ts';
import { startService } from '../../../../process/service.ts';
import { requestWith } from '../../../../support/finished-request.ts';
import { openPostgres } from '../../../../support/open-postgres.ts';
import { connectedClient } from '../../../../support/pg-client.ts';
import { inTime, type Row, rowOf } from '../../drill.ts';
import { REHEARSED } from '../deployed.ts';
import { underLoad, usualClient } from '../load.ts';
import { readLikeBackup, startNode } from '../servers.ts';
import type { FilledServer } from './filled-server.ts';

const READER_MILLISECONDS = 20_000;
const BEFORE_MILLISECONDS = 2_000;
const REQUEST_WITHIN = 1_000;
/** From the end of the reader; a constraint is checked against every row of the table. */
const READY_WITHIN = 5_000;
const LOAD = { atOnce: 4, pause: 5, within: REQUEST_WITHIN };

/** A node with newer code migrates the database, while another node is under load and a reader holds a lock. */
export async function migrateBesideReader({ url, scene }: FilledServer): Promise<Row[]> {
  await using cleanup = new AsyncDisposableStack();
  const database = { DATABASE_URL: url };
  const old = await startNode(cleanup, database);
  const load = {
    ...LOAD,
    origins: [old.origin],
    clients: [usualClient({ token: scene.token, product: 1 })],
  };
  const rows: Row[] = [];
  const migrate = async () => {
    const reader = readLikeBackup(url, READER_MILLISECONDS);
    await delay(BEFORE_MILLISECONDS);
    const start = async () => ({
      service: await startService({ ...database, ...REHEARSED }),
      at: performance.now(),
    });
    const [{ endedAt }, ready] = await Promise.all([reader, start()]);
    const waited = inTime(Math.max(ready.at - endedAt, 0), READY_WITHIN);
    rows.push(
      rowOf(`the new node, within ${READY_WITHIN / 1000} s of the end of the reader`, [
        waited,
      ]),
    );
    await ready.service.stop();
  };
  const what = `requests of a running node meanwhile, within ${REQUEST_WITHIN / 1000} s`;
  const loaded = await underLoad(what, database, load, migrate);
  return [...rows, loaded];
}

const NODES = 3;
const MOST_TOKENS = 20_000;
const USED_WITHIN = 10_000;
const SLICES = 100;
const WRITTEN_WITHIN = 20_000;
const BUSY_CONNECTIONS = 4;
const BUSY_WITH = `DO $$ BEGIN
  WHILE clock_timestamp() < now() + interval '${WRITTEN_WITHIN} milliseconds' LOOP
    PERFORM sum(sqrt(n)) FROM generate_series(1, 2000000) AS n;
  END LOOP;
END $$`;
/** Three nodes count uses of the same 20,000 tokens while the server is busy with something else. */
export async function countSharedTokens({ url, client, size }: FilledServer): Promise<Row[]> {
  await using cleanup = new AsyncDisposableStack();
  const first = size.ofOwner.tokens + 1;
  const count = Math.min(MOST_TOKENS, size.tokens - first);
  const tokens = Array.from({ length: count }, (_, index) => first + index);
  // The filled rows have uses of these tokens, too.
  await client.query('DELETE FROM token_usage WHERE token_id = ANY ($1)', [tokens]);
  for (let connection = 0; connection < BUSY_CONNECTIONS; connection++) {
    const busy = await connectedClient(url, 'busy');
    const ended = busy.query(BUSY_WITH);
    cleanup.defer(() => ended.then(() => busy.end()));
  }
  const onError = (error: unknown, end: string) =>
    void process.stderr.write(`usage not written, ${end}: ${error}\n`);
  const recorders: Recorder[] = [];
  for (let node = 0; node < NODES; node++) {
    const { db, close } = await openPostgres(url);
    cleanup.defer(close);
    const recorder = createUsageRecorder(db, onError);
    cleanup.defer(() => recorder.close());
    recorders.push(recorder);
  }
  const before = new Date();
  const start = performance.now();
  await useTokens(recorders, tokens);
  let wrong = await countWrong(client, tokens, before);
  while (wrong > 0 && performance.now() - start < WRITTEN_WITHIN) {
    await delay(500);
    wrong = await countWrong(client, tokens, before);
  }
  const milliseconds = performance.now() - start;
  const what = `${NODES} nodes, the same ${count} tokens: all counts and last uses within ${WRITTEN_WITHIN / 1000} s`;
  return [
    rowOf(what, [
      { milliseconds, fault: wrong > 0 ? `${wrong} tokens are not counted` : undefined },
    ]),
  ];
}

type Recorder = ReturnType<typeof createUsageRecorder>;

/** Each node uses each token once, evenly over ten seconds. */
async function useTokens(
  recorders: readonly Recorder[],
  tokens: readonly number[],
): Promise<void> {
  for (let slice = 0; slice < SLICES; slice++) {
    const next = performance.now() + USED_WITHIN / SLICES;
    const part = tokens.filter((_, index) => index % SLICES === slice);
    for (const recorder of recorders) {
      for (const tokenId of part) recorder.count(requestWith(tokenId));
    }
    await delay(Math.max(next - performance.now(), 0));
  }
}

/** The tokens without their exact count, or without their last use. */
async function countWrong(
  client: pg.Client,
  tokens: readonly number[],
  before: Date,
): Promise<number> {
  const { rows } = await client.query(
    `SELECT count(*)::int AS wrong FROM unnest($1::int[]) AS wanted
    JOIN api_tokens ON id = wanted
    LEFT JOIN LATERAL (
      SELECT sum(calls) AS calls FROM token_usage WHERE token_id = wanted AND surface = 'rest'
    ) AS used ON true
    WHERE calls IS DISTINCT FROM $2 OR last_used_at IS NULL OR last_used_at < $3`,
    [tokens, NODES, before],
  );
  return rows[0].wrong;
}
