// `npm run drill -- NAME` runs a drill and prints its table; without a name it lists the drills.
import { parseCommandLine, print, runCommand } from '../../../src/commands/command-line.ts';
import { UsageError } from '../../../src/process/fatal-error.ts';
import { table } from '../bench/report.ts';
import { type DrillOptions, MissingError, type Row } from './drill.ts';

/** What each drill needs: programs besides the project's packages, memory or time beyond the usual. */
const DRILLS: Readonly<Record<string, string>> = {
  containers:
    'Docker with Compose 2, else Linux, root and debootstrap, see support/containers/machine.sh, 10 minutes',
  days: 'nothing, 4 minutes for each later day: all tests on the days after a version begins or ends',
  deploy: 'haproxy (apt-get install haproxy), 6 minutes',
  edges: 'Linux and root, for a full disk and a silent name server, 2 minutes',
  integrity: 'nothing, 3 minutes',
  'kill-server': 'nothing, 2 minutes',
  kubernetes:
    'kubectl and KUBECONFIG, the file of a cluster; what it needs for roll-outs is in the README, 5 minutes',
  neighbour: 'Linux, 1.5 GB of memory, a machine without other work, 18 minutes',
  patroni: 'Patroni (apt-get install patroni etcd-server haproxy postgresql), 5 minutes',
  release:
    'haproxy (apt-get install haproxy) and git, 35 minutes, with the whole suite in a copy',
  rolling: 'haproxy and nginx (apt-get install haproxy nginx), 8 minutes',
  size: '10 GB of the temporary directory and 15 minutes; --rows 0.02 for two hundredths of the rows, --rows 10 for ten times',
  'slow-database': 'nothing, 5 minutes',
};

const MOST_TIMES = 10;

const usage = [
  'Usage:',
  '  npm run drill -- NAME',
  '  npm run drill -- size [--rows FACTOR]',
  '',
  ...Object.entries(DRILLS).map(([name, needs]) => `  ${name.padEnd(16)} needs ${needs}`),
].join('\n');

const tableOf = (rows: readonly Row[]): string =>
  table(
    ['', 'sent', 'answered', 'failed', 'lost', 'slowest'],
    rows.map(({ what, sent, answered, failed, lost, slowestMilliseconds }) =>
      [what, sent, answered, failed, lost, `${Math.round(slowestMilliseconds)} ms`].map(
        String,
      ),
    ),
  );

// PostgreSQL servers that a drill has started are killed when the process exits.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

await runCommand(usage, async () => {
  const { values, positionals } = parseCommandLine({ rows: { type: 'string' } }, 1);
  const [name] = positionals;
  if (name === undefined) return void (await print(usage));
  if (!Object.hasOwn(DRILLS, name))
    throw new UsageError(`There is no drill ${name}.\n${usage}`);
  if (values.rows !== undefined && name !== 'size')
    throw new UsageError(`The drill ${name} has no --rows.`);
  const factor = Number(values.rows ?? 1);
  if (!(factor > 0 && factor <= MOST_TIMES))
    throw new UsageError(`--rows takes a number up to ${MOST_TIMES}.`);
  const { run }: { run(options: DrillOptions): Promise<readonly Row[]> } = await import(
    new URL(`${name}.ts`, import.meta.url).href
  );
  await using cleanup = new AsyncDisposableStack();
  try {
    const rows = await run({ cleanup, factor });
    process.stdout.write(tableOf(rows));
    if (rows.some(({ failed, lost }) => failed > 0 || lost > 0)) process.exitCode = 1;
  } catch (error) {
    throw error instanceof MissingError
      ? new UsageError(`The drill ${name} ${error.message}`)
      : error;
  }
});
process.exit();
