// The drill `size`: a database with millions of rows of each kind, on which everything is done once.
import { startService } from '../../process/service.ts';
import { type DrillOptions, inTime, type Row, rowOf } from './drill.ts';
import { eraseOwner, runCommands, transferAll } from './support/size/commands.ts';
import { type FilledServer, sizeOf, startFilledServer } from './support/size/filled-server.ts';
import { migrateBesideReader } from './support/size/migration.ts';
import { countSharedTokens } from './support/size/shared-tokens.ts';
import { keepHouse, measured, visitPages } from './support/size/timed.ts';
import { compareCosts } from './support/size/workloads.ts';

const START_WITHIN = 5_000;
const STOP_WITHIN = 2_000;

const say = (text: string) => void process.stderr.write(`${text}\n`);

const PARTS: Readonly<Record<string, (server: FilledServer) => Promise<readonly Row[]>>> = {
  housekeeping: keepHouse,
  commands: runCommands,
  'start, pages and stop': serve,
  'W1 to W5': (server) => compareCosts(server, say),
  'shared tokens': countSharedTokens,
  'export and import': transferAll,
  migration: migrateBesideReader,
  erasure: eraseOwner,
};

export async function run({ cleanup, factor }: DrillOptions): Promise<readonly Row[]> {
  const server = await startFilledServer(cleanup, sizeOf(factor), say);
  const table: Row[] = [];
  for (const [part, work] of Object.entries(PARTS)) {
    say(part);
    table.push(...(await work(server)));
  }
  return table;
}

async function serve(server: FilledServer): Promise<Row[]> {
  // The first start after an installation compiles all modules.
  await (await startService({ DATABASE_URL: server.few.url })).stop();
  const service = await startService({ DATABASE_URL: server.url });
  const started = rowOf('start', [inTime(service.readyMilliseconds, START_WITHIN)]);
  const pages = await visitPages(service, server);
  return [started, ...pages, await measured('stop', STOP_WITHIN, () => service.stop())];
}
