// Loaders of records by ID.
import type { Db } from './db.ts';
import { rowLoader } from './loader.ts';
import { findRows, type Select, type Table } from './unknown-members.ts';

/** Loads the rows of a table by ID; the row of an ID that doesn't exist is null. */
export const recordLoader = <Row extends { readonly id: number }>(
  table: string,
  tableOf: (db: Db) => Table,
  select: Select,
  plain?: Select,
) =>
  rowLoader(
    `SELECT FROM ${table}`,
    (db, ids: number[]) => findRows<Row>(db, tableOf(db), ids, select, plain),
    ({ id }) => id,
  );
