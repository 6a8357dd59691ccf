// `npm run bench`: CPU per request of the service and of the floor, side by side on one PostgreSQL server.
import { availableParallelism, cpus, loadavg } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { runCommand, stopSignal } from '../../../src/commands/command-line.ts';
import type { Target } from './drive.ts';
import { install, type PerTarget } from './installation.ts';
import { type Options, parseOptions, USAGE } from './options.ts';
import { besideTable, embeddedTable, memoryTable, type NamedUsage, resultTable, versionsTable } from './report.ts';
import { compareAnswers, measure } from './rounds.ts';

/** Time in which a server frees the memory that it needed to start. */
const IDLE_MILLISECONDS = 2_000;

const say = (text: string) => void process.stderr.write(`${text}\n`);

/** Rejects on a request to stop, so that no server and no directory stays behind. */
const interruption = () =>
  new Promise<never>((_, reject) => {
    const signal = stopSignal();
    signal.addEventListener('abort', () => reject(signal.reason));
  });

async function bench(cleanup: AsyncDisposableStack, options: Options): Promise<string> {
  const machine = describeMachine();
  say('Starting PostgreSQL, the floor and the service');
  const targets = await install(cleanup, options);
  await compareAnswers(targets, options.workloads);
  await delay(IDLE_MILLISECONDS);
  const idle = await usagesOf(targets);
  const results = await measure(targets, options.workloads, options, say);
  const loaded = await usagesOf(targets);
  return [
    `${machine}\n`,
    resultTable(results),
    ...(options.beside ? [besideTable(results)] : []),
    ...(options.older ? [versionsTable(results)] : []),
    ...(options.pglite ? [embeddedTable(results)] : []),
    memoryTable(idle, loaded),
  ].join('\n');
}

/** One after the other: two targets may be one server. */
async function usagesOf(targets: PerTarget<Target>) {
  const usages: NamedUsage[] = [];
  for (const [name, { server }] of Object.entries(targets)) usages.push({ name, ...(await server.usage()) });
  return usages;
}

/** Other work on the cores raises the CPU time of a request; the load average shows it. */
function describeMachine(): string {
  const cores = `${availableParallelism()} cores (${cpus()[0]?.model ?? 'unknown'})`;
  return `CPU in µs of the server process for one request: ${cores}, Node ${process.version}, load average before ${loadavg()[0]?.toFixed(1)}`;
}

await runCommand(USAGE, async () => {
  const options = parseOptions();
  await using cleanup = new AsyncDisposableStack();
  process.stdout.write(await Promise.race([bench(cleanup, options), interruption()]));
});
// A start that was interrupted may have left a server, which ends with this process.
process.exit();
