// A node of newer code migrates the filled database, beside a node under load and a reader that holds a lock.
import { setTimeout as delay } from 'node:timers/promises';
import { startService } from '../../../../process/service.ts';
import type { Row } from '../../drill.ts';
import { explain, runLoad } from '../load.ts';
import { readLike } from '../readers.ts';
import type { FilledServer } from './filled-server.ts';
import { timed } from './timed.ts';

const PRELOADED = new URL('../../../releases/preloaded.ts', import.meta.url).href;
const READER_MILLISECONDS = 20_000;
const BEFORE_MILLISECONDS = 2_000;
const REQUEST_WITHIN = 1_000;
/** From the end of the reader on; a constraint is checked against every row of the table. */
const READY_WITHIN = 5_000;
const LOAD = { clients: 4, pause: 5, atMost: 100_000 };

export async function migrateBesideReader({ url, scene }: FilledServer): Promise<Row[]> {
  const variables = { DATABASE_URL: url, RATE_LIMIT_POINTS: '1000000' };
  const old = await startService(variables);
  const done = new AbortController();
  const load = runLoad({ ...LOAD, origins: [old.origin], token: scene.token, until: done.signal });
  const reader = readLike('backup', url, READER_MILLISECONDS);
  await delay(BEFORE_MILLISECONDS);
  let readyAt = 0;
  const migrated = await timed('a migration from its start on', READER_MILLISECONDS + READY_WITHIN, async () => {
    const service = await startService({ ...variables, NODE_OPTIONS: `--import ${PRELOADED}` });
    readyAt = performance.now();
    await service.stop();
  });
  const { endedAt } = await reader;
  done.abort();
  const loaded = await load;
  await old.stop();
  explain('migration', loaded);
  const isLate = loaded.slowestMilliseconds > REQUEST_WITHIN;
  const what = `requests of a running node meanwhile, within ${REQUEST_WITHIN / 1000} s`;
  const waited = readyAt - endedAt;
  const isReady = readyAt > 0 && waited <= READY_WITHIN;
  return [
    {
      ...migrated,
      what: 'the new node, within 5 s of the end of the reader',
      failed: Number(!isReady),
      answered: Number(isReady),
      slowestMilliseconds: waited,
    },
    { ...loaded, what, failed: loaded.failed + Number(isLate), lost: 0 },
  ];
}
