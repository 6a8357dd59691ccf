// The drill `size`: a database with millions of rows of each kind, on which everything is done once.
import { startService } from '../../process/service.ts';
import type { DrillOptions, Row } from './drill.ts';
import { eraseOwner, runCommands, transferAll } from './support/size/commands.ts';
import { type FilledServer, sizeOf, startFilledServer } from './support/size/filled-server.ts';
import { migrateBesideReader } from './support/size/migration.ts';
import { countSharedTokens } from './support/size/shared-tokens.ts';
import { keepHouse, timed, visitPages, withScans } from './support/size/timed.ts';
import { compareCosts } from './support/size/workloads.ts';

const START_WITHIN = 5_000;
const STOP_WITHIN = 2_000;

const say = (text: string) => void process.stderr.write(`${text}\n`);

export async function run({ rows: factor = 1 }: DrillOptions): Promise<readonly Row[]> {
  const server = await startFilledServer(sizeOf(factor), say);
  // A node keeps house a minute after its start.
  const parts: Readonly<Record<string, () => Promise<readonly Row[]>>> = {
    housekeeping: () => keepHouse(server),
    commands: () => runCommands(server),
    'start, pages and stop': () => serve(server),
    'W1 to W5': () => compareCosts(server, say),
    'shared tokens': () => countSharedTokens(server),
  };
  try {
    const table: Row[] = [];
    for (const [part, work] of Object.entries(parts)) {
      say(part);
      table.push(...(await withScans(server.client, part, work)));
    }
    say('export, import, migration and erasure');
    table.push(...(await transferAll(server)), ...(await migrateBesideReader(server)));
    return [...table, ...(await withScans(server.client, 'erasure', () => eraseOwner(server)))];
  } finally {
    await server.stop();
  }
}

async function serve(server: FilledServer): Promise<Row[]> {
  const variables = { DATABASE_URL: server.url };
  // The first start after an installation compiles all modules.
  await (await startService({ DATABASE_URL: server.few.url })).stop();
  const service = await startService(variables);
  const started = {
    ...(await timed('start', START_WITHIN, async () => {})),
    slowestMilliseconds: service.readyMilliseconds,
  };
  const pages = await visitPages(service, server);
  const stopped = await timed('stop', STOP_WITHIN, () => service.stop());
  return [started, ...pages, stopped];
}
