// `npm run bench`: CPU per request of the service and of the floor, side by side on one PostgreSQL server.
import { availableParallelism, cpus, loadavg } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { parseCommandLine, runCommand } from '../../../src/commands/command-line.ts';
import { UsageError } from '../../../src/process/fatal-error.ts';
import {
  besideTable,
  memoryTable,
  type NamedUsage,
  resultTable,
  versionsTable,
} from './report.ts';
import { compareAnswers, measure } from './rounds.ts';
import { install, type PerTarget, type Target } from './servers.ts';
import { WORKLOADS } from './workloads.ts';

const NAMES = WORKLOADS.map(({ name }) => name);
const USAGE = `Usage:
  npm run bench -- [options]

  --workloads W1,W2    some of ${NAMES.join(', ')}; all by default
  --rounds N           how often each is measured on each server (5); the table has the medians
  --seconds N          how long each time (2)
  --connections N      requests at the same time (32)
  --older              measures a service with the rehearsed release too, by tokens of it and of the version before
  --beside DIR         measures the service of another working copy of the repository too, such as one before a change
  --profile DIR        writes a CPU profile of the service into DIR, which slows it down`;

/** Time for a server to free the memory that it needed to start. */
const IDLE_MILLISECONDS = 2_000;

const say = (text: string) => void process.stderr.write(`${text}\n`);

/** @throws {UsageError} with the usage */
function parseOptions() {
  const { values } = parseCommandLine({
    workloads: { type: 'string', default: NAMES.join() },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '2' },
    connections: { type: 'string', default: '32' },
    older: { type: 'boolean', default: false },
    beside: { type: 'string' },
    profile: { type: 'string' },
  });
  const workloads = values.workloads.split(',').map((given) => {
    const workload = WORKLOADS.find(({ name }) => name === given.trim().toUpperCase());
    if (!workload) throw new UsageError(`There is no workload ${given}.\n${USAGE}`);
    return workload;
  });
  const count = (name: 'rounds' | 'seconds' | 'connections') => {
    const value = Number(values[name]);
    if (!Number.isSafeInteger(value) || value < 1) throw new UsageError(USAGE);
    return value;
  };
  return {
    ...values,
    workloads,
    rounds: count('rounds'),
    seconds: count('seconds'),
    connections: count('connections'),
  };
}

/** Rejects on a stop request, so that no server and no directory is left behind. */
const interruption = () =>
  new Promise<never>((_, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.once(signal, () => reject(new UsageError(`Stopped by ${signal}.`)));
  });

async function bench(
  cleanup: AsyncDisposableStack,
  options: ReturnType<typeof parseOptions>,
): Promise<string> {
  // Other work on the cores raises the CPU time of a request, which the load average shows.
  const cores = `${availableParallelism()} cores (${cpus()[0]?.model ?? 'unknown'})`;
  const machine = `CPU in µs of the server process for one request: ${cores}, Node ${process.version}, load average before ${loadavg()[0]?.toFixed(1)}`;
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
    memoryTable(idle, loaded),
  ].join('\n');
}

/** One after the other, because two targets may be one server. */
async function usagesOf(targets: PerTarget<Target>) {
  const usages: NamedUsage[] = [];
  for (const [name, { server }] of Object.entries(targets))
    usages.push({ name, ...(await server.usage()) });
  return usages;
}

await runCommand(USAGE, async () => {
  const options = parseOptions();
  await using cleanup = new AsyncDisposableStack();
  process.stdout.write(await Promise.race([bench(cleanup, options), interruption()]));
});
// An interrupted start may have left a server, which ends with this process.
process.exit();
