// `npm run bench`: CPU per request of the service and of the floor, side by side on one PostgreSQL server.
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { runCommand, stopSignal } from '../../../src/commands/command-line.ts';
import { freeBytesOf, inMegabytes } from '../../../src/database/embedded/data-directory.ts';
import { UsageError } from '../../../src/process/fatal-error.ts';
import { addProducts } from './data.ts';
import type { Target } from './drive.ts';
import { type Installation, install, type PerTarget } from './installation.ts';
import { type Options, parseOptions, USAGE } from './options.ts';
import {
  besideTable,
  embeddedTable,
  memoryTable,
  type NamedUsage,
  resultTable,
  rowsTable,
  versionsTable,
} from './report.ts';
import { compareAnswers, measure, type Results } from './rounds.ts';

/** Time in which a server frees the memory that it needed to start. */
const IDLE_MILLISECONDS = 2_000;

/** On disk, with indexes and the write-ahead log. */
const BYTES_PER_PRODUCT = 1_000;

const say = (text: string) => void process.stderr.write(`${text}\n`);

/** Rejects on a request to stop, so that no server and no directory stays behind. */
const interruption = () =>
  new Promise<never>((_, reject) => {
    const signal = stopSignal();
    signal.addEventListener('abort', () => reject(signal.reason));
  });

async function bench(cleanup: AsyncDisposableStack, options: Options): Promise<string> {
  const machine = describeMachine();
  refuseFullDisk(Math.max(...options.rows) * BYTES_PER_PRODUCT);
  const [products = 0] = options.rows;
  say(`Starting PostgreSQL with ${products} products, the floor and the service`);
  const installation = await install(cleanup, { ...options, products });
  await compareAnswers(installation.targets, options.workloads);
  const tables = options.rows.length > 1 ? onMoreRows(installation, options) : withMemory(installation, options);
  return [`${machine}\n`, ...(await tables)].join('\n');
}

function refuseFullDisk(needed: number): void {
  const free = freeBytesOf(tmpdir());
  if (free >= needed) return;
  throw new UsageError(`${tmpdir()} has ${inMegabytes(free)} free, and so many products need ${inMegabytes(needed)}.`);
}

async function withMemory({ targets }: Installation, options: Options): Promise<string[]> {
  await delay(IDLE_MILLISECONDS);
  const idle = await usagesOf(targets);
  const results = await measure(targets, options.workloads, options, say);
  const loaded = await usagesOf(targets);
  return [
    resultTable(results),
    ...(options.beside ? [besideTable(results)] : []),
    ...(options.older ? [versionsTable(results)] : []),
    ...(options.pglite ? [embeddedTable(results)] : []),
    memoryTable(idle, loaded),
  ];
}

async function onMoreRows({ targets, execute }: Installation, options: Options): Promise<string[]> {
  const byRows: { products: number; results: Results }[] = [];
  let last = options.rows[0] ?? 0;
  for (const products of options.rows) {
    say(`${products} products`);
    await addProducts(execute, last, products);
    last = products;
    const withRows = ({ server, scene }: Target) => ({ server, scene: { ...scene, products } });
    const onAll = { floor: withRows(targets.floor), service: withRows(targets.service) };
    byRows.push({ products, results: await measure(onAll, options.workloads, options, say) });
  }
  return [rowsTable(byRows)];
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
  const cleanup = new AsyncDisposableStack();
  try {
    process.stdout.write(await Promise.race([bench(cleanup, options), interruption()]));
  } finally {
    await cleanup.disposeAsync();
  }
});
// A start that was interrupted may have left a server, which ends with this process.
process.exit();
