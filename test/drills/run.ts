// `npm run drill -- NAME`: runs a drill and prints its table; without a name lists the drills.
import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type Drill, MissingError, type Row } from './drill.ts';

const directory = import.meta.dirname;
const notDrills = ['drill', 'run'];
const names = globSync('*.ts', { cwd: directory })
  .map((file) => basename(file, '.ts'))
  .filter((name) => !notDrills.includes(name))
  .sort();

const HEADINGS = ['', 'sent', 'answered', 'failed', 'lost', 'slowest'];

async function load(name: string): Promise<Drill> {
  const module: { drill: Drill } = await import(join(directory, `${name}.ts`));
  return module.drill;
}

async function list(): Promise<string> {
  const lines = await Promise.all(names.map(async (name) => `  ${name.padEnd(16)} needs ${(await load(name)).needs}`));
  return ['npm run drill -- NAME', ...lines, ''].join('\n');
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

const [name] = process.argv.slice(2);
if (name === undefined) {
  process.stdout.write(await list());
} else if (!names.includes(name)) {
  process.stderr.write(`There is no drill ${name}.\n${await list()}`);
  process.exitCode = 1;
} else {
  try {
    const rows = await (await load(name)).run();
    process.stdout.write(table(rows));
    if (rows.some(({ failed, lost }) => failed > 0 || lost > 0)) process.exitCode = 1;
  } catch (error) {
    if (!(error instanceof MissingError)) throw error;
    process.stderr.write(`The drill ${name} ${error.message}\n`);
    process.exitCode = 1;
  }
}
