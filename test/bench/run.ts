// `npm run bench`: CPU per request of the service and of the floor, side by side on one PostgreSQL server.
import { availableParallelism, cpus } from 'node:os';
import { runCommand } from '../../src/commands/command-line.ts';
import { addProducts } from './data.ts';
import { type Installation, install } from './installation.ts';
import { type Options, parseOptions } from './options.ts';
import { embeddedTable, memoryLine, resultTable, rowsTable } from './report.ts';
import { compareAnswers, measure, type Results } from './rounds.ts';

const say = (text: string) => void process.stderr.write(`${text}\n`);

// An exit ends PostgreSQL too, a signal alone would not.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

await runCommand(async () => {
  const options = parseOptions();
  const [products = 0] = options.rows;
  say(`Starting PostgreSQL with ${products} products, the floor and the service`);
  const installation = await install({ ...options, products });
  try {
    await compareAnswers(installation.targets, options.workloads);
    process.stdout.write(
      options.rows.length > 1 ? await onMoreRows(installation, options) : await once(installation, options),
    );
  } finally {
    await installation.stop();
  }
});

async function once({ targets, idle }: Installation, options: Options): Promise<string> {
  const results = await measure(targets, options.workloads, options, say);
  const memory = targets.map(({ name }, index) => {
    const before = idle[index];
    return before ? memoryLine(name, before, results, index) : '';
  });
  return [machine(), resultTable(results), embeddedTable(results), memory.join('')].filter(Boolean).join('\n');
}

async function onMoreRows({ targets, execute }: Installation, options: Options): Promise<string> {
  const byRows: { products: number; results: Results }[] = [];
  let last = options.rows[0] ?? 0;
  for (const products of options.rows) {
    say(`${products} products`);
    await addProducts(execute, last, products);
    last = products;
    const onAll = targets.map((target) => ({ ...target, scene: { ...target.scene, products } }));
    byRows.push({ products, results: await measure(onAll, options.workloads, options, say) });
  }
  return [machine(), rowsTable(byRows)].join('\n');
}

function machine(): string {
  const cores = `${availableParallelism()} cores, ${cpus()[0]?.model ?? ''}`;
  return `CPU in µs of the server process for one request; ${cores}, Node ${process.version}\n`;
}
