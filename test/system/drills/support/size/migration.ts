// A node of newer code migrates the filled database, beside a node under load and a reader that holds a lock.
import { setTimeout as delay } from 'node:timers/promises';
import { startService } from '../../../../process/service.ts';
import { inTime, type Row, rowOf } from '../../drill.ts';
import { REHEARSED } from '../deployed.ts';
import { underLoad, usualClient } from '../load.ts';
import { readLikeBackup, startNode } from '../servers.ts';
import type { FilledServer } from './filled-server.ts';

const READER_MILLISECONDS = 20_000;
const BEFORE_MILLISECONDS = 2_000;
const REQUEST_WITHIN = 1_000;
/** From the end of the reader on; a constraint is checked against every row of the table. */
const READY_WITHIN = 5_000;
const LOAD = { atOnce: 4, pause: 5, within: REQUEST_WITHIN };

export async function migrateBesideReader({ url, scene }: FilledServer): Promise<Row[]> {
  await using cleanup = new AsyncDisposableStack();
  const database = { DATABASE_URL: url };
  const old = await startNode(cleanup, database);
  const load = { ...LOAD, origins: [old.origin], clients: [usualClient({ token: scene.token, product: 1 })] };
  const rows: Row[] = [];
  const migrate = async () => {
    const reader = readLikeBackup(url, READER_MILLISECONDS);
    await delay(BEFORE_MILLISECONDS);
    const start = async () => ({ service: await startService({ ...database, ...REHEARSED }), at: performance.now() });
    const [{ endedAt }, ready] = await Promise.all([reader, start()]);
    const waited = inTime(Math.max(ready.at - endedAt, 0), READY_WITHIN);
    rows.push(rowOf(`the new node, within ${READY_WITHIN / 1000} s of the end of the reader`, [waited]));
    await ready.service.stop();
  };
  const what = `requests of a running node meanwhile, within ${REQUEST_WITHIN / 1000} s`;
  const loaded = await underLoad(what, database, load, migrate);
  return [...rows, loaded];
}
