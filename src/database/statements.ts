// SQL of the service beside that of Prisma's client: prepared on a server, with the same limits and errors.
import type { SqlDriverAdapter } from '@prisma/driver-adapter-utils';

export type Value = string | number | boolean | null | readonly (string | number)[];

/** A row of a statement, its columns in their order. */
export type Row = readonly unknown[];

export interface Statements {
  /** Runs a read that waits for no lock; many share a connection. */
  read(sql: string, values: readonly Value[]): Promise<readonly Row[]>;
  /** Runs an insert that waits for no lock; inserts share connections without reads. */
  append(sql: string, values: readonly Value[]): Promise<readonly Row[]>;
  /** Runs a statement that may wait for a lock, on a connection of its own. */
  write(sql: string, values: readonly Value[]): Promise<readonly Row[]>;
}

/** Statements over the adapter of Prisma's client: its pool, its checks, its errors. */
export function adapterStatements(connect: () => Promise<SqlDriverAdapter>): Statements {
  let connecting: Promise<SqlDriverAdapter> | undefined;
  async function run(sql: string, values: readonly Value[]): Promise<readonly Row[]> {
    connecting ??= connect();
    const adapter = await connecting;
    const argTypes = values.map((value) => ({
      scalarType: 'unknown' as const,
      arity: Array.isArray(value) ? ('list' as const) : ('scalar' as const),
    }));
    const { rows } = await adapter.queryRaw({ sql, args: [...values], argTypes });
    return rows;
  }
  return { read: run, append: run, write: run };
}
