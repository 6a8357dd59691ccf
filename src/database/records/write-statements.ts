// The texts and parameters of statements that write records, made from the fields of the model.

import type { Value } from '../statements.ts';
import { columnOf, encode, fieldOf, hasUpdatedAt, type StoredModel, tableOf, typeOf } from './record-shape.ts';

/** Values of fields by their names in the model. */
export type Values = Readonly<Record<string, unknown>>;

/** Fields with their values, in the order of their parameters. */
export type Given = readonly (readonly [name: string, value: unknown])[];

export const present = (values: Values): Given => Object.entries(values).filter(([, value]) => value !== undefined);

/** The parameters of fields, in their order; a list of numbers is one parameter. */
export const valuesOf = (model: StoredModel, given: Given): Value[] =>
  given.map(([name, value]) => (isMany(model, name, value) ? value : encode(fieldOf(model, name), value)));

const isMany = (model: StoredModel, name: string, value: unknown): value is number[] =>
  Array.isArray(value) && fieldOf(model, name).type === 'Int';

/** The parameter of a field at a place of the statement. */
export const parameter = (model: StoredModel, name: string, place: number): string =>
  `$${place}::${typeOf(fieldOf(model, name))}`;

/** The test of a column: equal to a value, null, or one of a list. */
function testOf(model: StoredModel, name: string, value: unknown, place: number): string {
  const column = columnOf(name);
  if (value === null) return `${column} IS NULL`;
  return Array.isArray(value)
    ? `${column} = ANY(${parameter(model, name, place)}[])`
    : `${column} = ${parameter(model, name, place)}`;
}

/** The text of an update; `returning` is an expression of the row `r`. The parameters are those of `changed`, then of the conditions but null. */
export function updateText(model: StoredModel, changed: Given, conditions: Given, returning: string): string {
  const assignments = changed.map(([name], index) => `${columnOf(name)} = ${parameter(model, name, index + 1)}`);
  let place = changed.length;
  const tests = conditions.map(([name, value]) => testOf(model, name, value, value === null ? place : ++place));
  return `UPDATE ${tableOf(model)} AS r SET ${[...assignments, 'updated_at = now()'].join(', ')}
    WHERE ${tests.join(' AND ')} RETURNING ${returning}`;
}

/** The columns of new records, and their names and types in a list of JSON objects. */
export function insertOf(model: StoredModel, names: readonly string[]) {
  const columns = names.map(columnOf);
  return {
    columns: columns.join(', '),
    definitions: names.map((name, index) => `${columns[index]} ${typeOf(fieldOf(model, name))}`).join(', '),
  };
}

/**
 * The text of an insert of several records: `$1` is a list of JSON objects, `returning` an expression of the row `r`. The ids
 * that it answers too rise in the order of the list.
 */
export function insertText(model: StoredModel, names: readonly string[], returning: string): string {
  const { columns, definitions } = insertOf(model, names);
  const [updatedAt, now] = hasUpdatedAt(model) ? [', updated_at', ', now()'] : ['', ''];
  return `INSERT INTO ${tableOf(model)} AS r (${columns}${updatedAt})
    SELECT ${columns}${now} FROM ROWS FROM (json_to_recordset($1::json) AS (${definitions})) WITH ORDINALITY AS given
    ORDER BY ordinality RETURNING r.id, ${returning}`;
}

/** A new record by the names of its columns, for JSON. */
export const rowOf = (model: StoredModel, given: Given): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    given.map(([name, value]) => {
      const field = fieldOf(model, name);
      return [columnOf(name), field.type === 'Json' ? value : encode(field, value)];
    }),
  );
