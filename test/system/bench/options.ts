// The command line of `npm run bench`.
import { parseCommandLine } from '../../../src/commands/command-line.ts';
import { UsageError } from '../../../src/process/fatal-error.ts';
import { WORKLOADS, type Workload } from './workloads.ts';

const DEFAULTS = { rounds: 5, seconds: 2, connections: 32, workers: 1, products: 10_000 };

export const USAGE = `Usage:
  npm run bench -- [options]

  --workloads W1,W2    some of ${WORKLOADS.map(({ name }) => name).join(', ')}; all by default, W1 with --rows
  --rounds N           how often each is measured on each server (${DEFAULTS.rounds}); the table has the medians
  --seconds N          how long each time (${DEFAULTS.seconds})
  --connections N      requests at the same time (${DEFAULTS.connections})
  --workers N          processes of the service on PostgreSQL (${DEFAULTS.workers}); CPU time and memory are those of all
  --rows N,N,…         products in the database (${DEFAULTS.products}); several show whether the cost stays flat;
                       10,000,000 take five minutes and 10 GB of the temporary directory
  --pglite             measures the service on an embedded database too
  --older              measures a service with the rehearsed release too, by tokens of it and of the version before
  --beside DIR         measures the service of another working copy of the repository too, such as one before a change
  --profile DIR        writes a CPU profile of the service into DIR, which slows it down`;

export interface Options {
  readonly workloads: readonly Workload[];
  readonly rounds: number;
  readonly seconds: number;
  readonly connections: number;
  readonly workers: number;
  /** Numbers of products, in rising order; at least one. */
  readonly rows: readonly number[];
  readonly pglite: boolean;
  /** Whether a service with the rehearsed release is measured too. */
  readonly older: boolean;
  readonly beside: string | undefined;
  readonly profile: string | undefined;
}

/** @throws {UsageError} with the usage */
export function parseOptions(): Options {
  const { values } = parseCommandLine(USAGE, {
    workloads: { type: 'string' },
    rounds: { type: 'string' },
    seconds: { type: 'string' },
    connections: { type: 'string' },
    workers: { type: 'string' },
    rows: { type: 'string' },
    pglite: { type: 'boolean' },
    older: { type: 'boolean' },
    beside: { type: 'string' },
    profile: { type: 'string' },
  });
  const number = (name: 'rounds' | 'seconds' | 'connections' | 'workers') => {
    const value = values[name];
    return value === undefined ? DEFAULTS[name] : count(value);
  };
  const rows = (values.rows?.split(',') ?? [String(DEFAULTS.products)]).map(count).toSorted((a, b) => a - b);
  if (rows.length > 1 && values.pglite) throw new UsageError(`Several --rows are for PostgreSQL alone.\n${USAGE}`);
  return {
    workloads: chosen(values.workloads ?? (rows.length > 1 ? 'W1' : undefined)),
    rounds: number('rounds'),
    seconds: number('seconds'),
    connections: number('connections'),
    workers: number('workers'),
    rows,
    pglite: values.pglite === true,
    older: values.older === true,
    beside: values.beside,
    profile: values.profile,
  };
}

function chosen(names: string | undefined): readonly Workload[] {
  if (names === undefined) return WORKLOADS;
  return names.split(',').map((name) => {
    const workload = WORKLOADS.find((one) => one.name === name.trim().toUpperCase());
    if (!workload) throw new UsageError(`There is no workload ${name}.\n${USAGE}`);
    return workload;
  });
}

function count(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 1) throw new UsageError(USAGE);
  return value;
}
