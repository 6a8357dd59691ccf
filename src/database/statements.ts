// SQL of the service beside that of Prisma's client: prepared on a server, with the same limits and errors.
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
