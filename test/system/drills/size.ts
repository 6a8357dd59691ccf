// The drill `size`: everything is done once on a database with millions of rows of each kind.
import { startService } from '../../process/service.ts';
import { measure } from '../bench/rounds.ts';
import { startServer } from '../bench/servers.ts';
import { WORKLOADS } from '../bench/workloads.ts';
import { type DrillOptions, inTime, type Row, rowOf } from './drill.ts';
import { countSharedTokens, migrateBesideReader } from './support/size/beside-others.ts';
import {
  type FilledServer,
  sizeOf,
  startFilledServer,
} from './support/size/filled-server.ts';
import {
  eraseOwner,
  keepHouse,
  measured,
  runCommands,
  visitPages,
} from './support/size/timed.ts';

const START_WITHIN_MILLISECONDS = 5_000;
const STOP_WITHIN_MILLISECONDS = 2_000;
const COMPARED = ['W1', 'W2', 'W3', 'W4', 'W5'];
const MOST_TIMES = 1.1;

const say = (text: string) => void process.stderr.write(`${text}\n`);

const PARTS: Readonly<Record<string, (server: FilledServer) => Promise<readonly Row[]>>> = {
  housekeeping: keepHouse,
  commands: runCommands,
  'start, pages and stop': serve,
  'W1 to W5': compareCosts,
  'shared tokens': countSharedTokens,
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
  const started = rowOf('start', [
    inTime(service.readyMilliseconds, START_WITHIN_MILLISECONDS),
  ]);
  const pages = await visitPages(service, server);
  return [
    started,
    ...pages,
    await measured('stop', STOP_WITHIN_MILLISECONDS, () => service.stop()),
  ];
}

/** The service's CPU time per request, in turns on both databases; a row fails beyond 1.1 times that with few rows. */
async function compareCosts({ url, scene, few }: FilledServer): Promise<Row[]> {
  await using cleanup = new AsyncDisposableStack();
  // The one with few rows is the baseline.
  const floor = {
    server: await startServer(cleanup, { databaseUrl: few.url }),
    scene: few.scene,
  };
  const targets = {
    service: { server: await startServer(cleanup, { databaseUrl: url }), scene },
    floor,
  };
  const workloads = WORKLOADS.filter(({ name }) => COMPARED.includes(name));
  const results = await measure(
    targets,
    workloads,
    { rounds: 9, seconds: 2, connections: 32 },
    say,
  );
  return results.map(({ workload: { name }, medians: { service, floor } }) => {
    const times = service.cpuMicroseconds / floor.cpuMicroseconds;
    const what = `${name}: ${Math.round(service.cpuMicroseconds)} µs, ${times.toFixed(2)} times that on few rows`;
    const fault = times > MOST_TIMES ? `more than ${MOST_TIMES} times` : undefined;
    return rowOf(what, [{ milliseconds: service.p99Milliseconds, fault }]);
  });
}
