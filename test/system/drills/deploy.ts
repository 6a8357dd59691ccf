// The drill `deploy`: nodes behind HAProxy are replaced by code with a migration, while a backup holds a lock for a minute.
import { V1 } from '../releases/rehearsal.ts';
import { type DrillOptions, inTime, type Row, rowOf } from './drill.ts';
import { REHEARSED, startDeployed } from './support/deployed.ts';
import { readLikeBackup } from './support/servers.ts';
import { olderExchanges } from './support/version-exchanges.ts';

const READER_MILLISECONDS = 60_000;
/** The bounds: of one request, and of the start from the end of the reader on. */
const REQUEST_WITHIN = 1_000;
const READY_WITHIN = 5_000;
const CODE = { variables: REHEARSED };

export async function run({ cleanup }: DrillOptions): Promise<readonly Row[]> {
  const deployed = await startDeployed(cleanup, {});
  const client = await deployed.clientOf(V1, olderExchanges);
  const starts: Row[] = [];
  /** The release migrates the table that the reader reads. */
  const replaceBesideReader = async () => {
    const reader = readLikeBackup(deployed.url, READER_MILLISECONDS);
    const readyAt = await deployed.replace(CODE, [0]);
    const { milliseconds, endedAt, fault } = await reader;
    starts.push(
      rowOf('the first new node, from the end of the reader on', [
        inTime(Math.max(readyAt - endedAt, 0), READY_WITHIN),
      ]),
      rowOf('the reader, whose lock nobody took', [{ milliseconds, fault }]),
    );
    await deployed.replace(CODE, [1, 2]);
  };
  const what = 'both surfaces, while nodes are replaced';
  return [await deployed.under(what, [client], replaceBesideReader, REQUEST_WITHIN), ...starts];
}
