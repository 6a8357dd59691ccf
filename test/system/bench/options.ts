// The command line of `npm run bench`.
import { parseCommandLine } from '../../../src/commands/command-line.ts';
import { UsageError } from '../../../src/process/fatal-error.ts';
import { WORKLOADS } from './workloads.ts';

export const USAGE = `Usage:
  npm run bench -- [options]

  --workloads W1,W2    some of ${WORKLOADS.map(({ name }) => name).join(', ')}; all by default
  --rounds N           how often each is measured on each server (5); the table has the medians
  --seconds N          how long each time (2)
  --connections N      requests at the same time (32)
  --workers N          processes of the service on PostgreSQL (1); CPU time and memory are those of all
  --pglite             measures the service on an embedded database too
  --older              measures a service with the rehearsed release too, by tokens of it and of the version before
  --beside DIR         measures the service of another working copy of the repository too, such as one before a change
  --profile DIR        writes a CPU profile of the service into DIR, which slows it down`;

export type Options = ReturnType<typeof parseOptions>;

/** @throws {UsageError} with the usage */
export function parseOptions() {
  const { values } = parseCommandLine(USAGE, {
    workloads: { type: 'string', default: WORKLOADS.map(({ name }) => name).join() },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '2' },
    connections: { type: 'string', default: '32' },
    workers: { type: 'string', default: '1' },
    pglite: { type: 'boolean', default: false },
    older: { type: 'boolean', default: false },
    beside: { type: 'string' },
    profile: { type: 'string' },
  });
  return {
    ...values,
    workloads: values.workloads.split(',').map(workloadOf),
    rounds: count(values.rounds),
    seconds: count(values.seconds),
    connections: count(values.connections),
    workers: count(values.workers),
  };
}

function workloadOf(name: string) {
  const workload = WORKLOADS.find((one) => one.name === name.trim().toUpperCase());
  if (!workload) throw new UsageError(`There is no workload ${name}.\n${USAGE}`);
  return workload;
}

function count(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 1) throw new UsageError(USAGE);
  return value;
}
