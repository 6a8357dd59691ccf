// The drill `kill-retry`: a service is killed between a write and its answer, and the write is sent again with its key.
import type { DatabaseOptions } from '../../../src/database/connection.ts';
import { openDatabase } from '../../../src/database/open-database.ts';
import { runCommand, startService } from '../../process/service.ts';
import type { Row } from './drill.ts';
import { onBothDatabases } from './support/both-databases.ts';
import { type Answer, rowOf, send } from './support/send.ts';

const KILLS = 25;
const CREATED = 201;
const PRELOADED = new URL('support/kill-before-answer.ts', import.meta.url).href;

export const run = () => onBothDatabases(async ({ name, database }) => [await killAndRetry(name, KILLS, database)]);

/** A retry that is not the replay of a 201 has failed; a product that is missing, or there twice, is lost. */
export async function killAndRetry(what: string, kills: number, database: DatabaseOptions): Promise<Row> {
  const { databaseUrl, dataDir } = database;
  const variables = databaseUrl ? { DATABASE_URL: databaseUrl } : { DATA_DIR: dataDir };
  const { stdout } = await runCommand('src/commands/seed.ts', ['--json'], variables);
  const token: string = JSON.parse(stdout).users.owner.token;
  const start = () => startService({ ...variables, NODE_OPTIONS: `--import ${PRELOADED}` });

  const retries: Answer[] = [];
  let unanswered = 0;
  let service = await start();
  for (let kill = 0; kill < kills; kill++) {
    const create = (headers: Readonly<Record<string, string>> = {}) =>
      send({ origin: service.origin, token }, 'POST', '/product', bodyOf(kill), {
        'Idempotency-Key': titleOf(kill),
        ...headers,
      });
    const { status } = await create({ 'X-Kill-Before-Answer': 'yes' });
    if (status === 0) unanswered++;
    await service.ended();
    service = await start();
    const retry = await create();
    retries.push(retry.isReplay ? retry : { ...retry, status: 0 });
  }
  await service.stop();
  const wrong = kills - (await countSingle(database, kills));
  return rowOf(`${what}, ${unanswered} of ${kills} killed`, retries, [CREATED], { lost: wrong });
}

const titleOf = (kill: number) => `retry-${kill}`;
const bodyOf = (kill: number) => ({ product: { title: titleOf(kill), rent: 1, stock_type: 1, quantity: 1 } });

/** How many of the products are there exactly once. */
async function countSingle(database: DatabaseOptions, kills: number): Promise<number> {
  const { db, close } = await openDatabase(database);
  const titles = Array.from({ length: kills }, (_, kill) => titleOf(kill));
  const groups = await db.product.groupBy({ by: ['title'], where: { title: { in: titles } }, _count: true });
  await close();
  return groups.filter(({ _count }) => _count === 1).length;
}
