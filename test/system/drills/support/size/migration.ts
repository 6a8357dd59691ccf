// A node of newer code migrates the filled database, beside a node under load and a reader that holds a lock.
import { setTimeout as delay } from 'node:timers/promises';
import { startService } from '../../../../process/service.ts';
import type { Row } from '../../drill.ts';
import { REHEARSED } from '../deployed.ts';
import { underLoad } from '../load.ts';
import { readLike } from '../readers.ts';
import type { FilledServer } from './filled-server.ts';

const READER_MILLISECONDS = 20_000;
const BEFORE_MILLISECONDS = 2_000;
const REQUEST_WITHIN = 1_000;
/** From the end of the reader on; a constraint is checked against every row of the table. */
const READY_WITHIN = 5_000;
const LOAD = { clients: 4, pause: 5, atMost: 100_000 };

export async function migrateBesideReader({ url, scene }: FilledServer): Promise<Row[]> {
  const variables = { DATABASE_URL: url, RATE_LIMIT_POINTS: '1000000' };
  const old = await startService(variables);
  let [readyAt, endedAt] = [0, 0];
  const migrate = async () => {
    const reader = readLike('backup', url, READER_MILLISECONDS);
    await delay(BEFORE_MILLISECONDS);
    const service = await startService({ ...variables, ...REHEARSED }).catch(
      (error: unknown) => void process.stderr.write(`the new node: ${error}\n`),
    );
    if (service) readyAt = performance.now();
    await service?.stop();
    ({ endedAt } = await reader);
  };
  const what = `requests of a running node meanwhile, within ${REQUEST_WITHIN / 1000} s`;
  const options = { ...LOAD, origins: [old.origin], token: scene.token };
  const loaded = await underLoad(what, { databaseUrl: url, dataDir: '' }, options, migrate).finally(() => old.stop());
  const isLate = loaded.slowestMilliseconds > REQUEST_WITHIN;
  const waited = readyAt - endedAt;
  const isReady = readyAt > 0 && waited <= READY_WITHIN;
  return [
    {
      what: 'the new node, within 5 s of the end of the reader',
      ...{ sent: 1, answered: Number(isReady), failed: Number(!isReady), lost: 0, slowestMilliseconds: waited },
    },
    { ...loaded, failed: loaded.failed + Number(isLate) },
  ];
}
