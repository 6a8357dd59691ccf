// The drill `deploy`: nodes behind HAProxy are replaced by code with a migration, while a backup holds a lock for a minute.
import { V1 } from '../releases/rehearsal.ts';
import type { Row } from './drill.ts';
import { type Deployed, onDeployed, REHEARSED } from './support/deployed.ts';
import { readLike } from './support/readers.ts';
import { rowOf } from './support/send.ts';
import { playOnce } from './support/version-clients.ts';
import { olderExchanges } from './support/version-exchanges.ts';

const READER_MILLISECONDS = 60_000;
/** The bounds: of one request, and of the start from the end of the reader on. */
const REQUEST_WITHIN = 1_000;
const READY_WITHIN = 5_000;

export const run = () =>
  onDeployed({}, async (deployed) => {
    const client = await deployed.clientOf(V1, olderExchanges);
    await playOnce(deployed.origin, client);
    const starts: Row[] = [];
    const replaced = async () => void starts.push(...(await replaceBesideReader(deployed)));
    const what = 'both surfaces, while nodes are replaced';
    return [await deployed.under(what, [client], replaced, REQUEST_WITHIN), ...starts];
  });

/** Replaces the first node while the reader holds its lock, then the others; the release migrates the table that it reads. */
async function replaceBesideReader({ url, nodes, replaceNode, noticed }: Deployed): Promise<Row[]> {
  const code = { variables: REHEARSED };
  const reader = readLike('backup', url, READER_MILLISECONDS);
  await noticed();
  await replaceNode(0, code);
  const ready = performance.now();
  const { isEnded, endedAt } = await reader;
  const started = [{ status: 200, milliseconds: Math.max(ready - endedAt, 0) }];
  const read = [{ status: isEnded ? 0 : 200, milliseconds: READER_MILLISECONDS }];
  await noticed();
  for (const index of nodes().slice(1)) {
    await replaceNode(index, code);
    await noticed();
  }
  return [
    rowOf('the first new node, from the end of the reader on', started, [200], { within: READY_WITHIN }),
    rowOf('the reader, whose lock nobody took', read, [200], { within: READER_MILLISECONDS }),
  ];
}
