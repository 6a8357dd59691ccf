// The drill `slow-clients`: hundreds of clients that do not read, or hardly send; normal clients are served meanwhile.
import type { Socket } from 'node:net';
import { startService } from '../../process/service.ts';
import type { Row } from './drill.ts';
import { onBothDatabases, type Variables } from './support/both-databases.ts';
import { watchMemory } from './support/memory.ts';
import { readAgainAndAgain, seedReaders } from './support/readers.ts';
import { createBigProduct, deafClient, drippingHead, type SlowClient } from './support/slow-client.ts';

const CLIENTS = 500;
const DURATION_MILLISECONDS = 30_000;
const PAUSE_MILLISECONDS = 100;

export const run = () =>
  onBothDatabases(async ({ name, variables }) => [
    ...(await beside(`${name}, ${CLIENTS} that do not read 1 MB`, variables, deafClient)),
    ...(await beside(`${name}, ${CLIENTS} that send a byte now and then`, variables, drippingHead)),
  ]);

/** Users that send one normal request after the other while the slow clients of the owner are connected. */
async function beside(what: string, variables: Variables, slowClient: SlowClient): Promise<Row[]> {
  const readers = Object.values(await seedReaders(variables));
  const service = await startService(variables);
  const clients: Socket[] = [];
  try {
    const big = await createBigProduct(service);
    const memory = watchMemory(service);
    for (let count = 0; count < CLIENTS; count++) clients.push(slowClient(service, big));
    const end = performance.now() + DURATION_MILLISECONDS;
    const reading = { isOver: () => performance.now() > end, pause: PAUSE_MILLISECONDS };
    const rows = await Promise.all(readers.map((reader) => readAgainAndAgain(service, reader, reading)));
    const { text: megabytes } = await memory.stop();
    return rows.map((row) => ({ ...row, what: `${what}: ${row.what}; memory ${megabytes}` }));
  } finally {
    for (const client of clients) client.destroy();
    await service.stop();
  }
}
