// The texts and parameters of statements that write records, made from the fields of the model.
import type { Value } from '../statements.ts';
import { columnOf, columnType, encode, hasUpdatedAt, modelField, type StoredModel, tableOf } from './record-shape.ts';

/** Values of fields by their names in the model. */
export type Values = Readonly<Record<string, unknown>>;

/** Fields with their values, in the order of their parameters. */
type Given = readonly (readonly [name: string, value: unknown])[];

export const present = (values: Values): Given => Object.entries(values).filter(([, value]) => value !== undefined);

/** The parameters of fields, in their order; a list of numbers is one parameter. */
export const parameterValues = (model: StoredModel, given: Given): Value[] =>
  given.map(([name, value]) => (isMany(model, name, value) ? value : encode(modelField(model, name), value)));

const isMany = (model: StoredModel, name: string, value: unknown): value is number[] =>
  Array.isArray(value) && modelField(model, name).type === 'Int';

/** A parameter with the type of a field. */
export const parameter = (model: StoredModel, name: string, parameterNumber: number): string =>
  `$${parameterNumber}::${columnType(modelField(model, name))}`;

/** The test of a column: equal to a value, null, or one of a list. */
function columnTest(model: StoredModel, name: string, value: unknown, parameterNumber: number): string {
  const column = columnOf(name);
  if (value === null) return `${column} IS NULL`;
  const typed = parameter(model, name, parameterNumber);
  return Array.isArray(value) ? `${column} = ANY(${typed}[])` : `${column} = ${typed}`;
}

/** `returning` is an expression of the row `r`. The parameters are those of `changed`, then those of conditions except null. */
export function updateText(model: StoredModel, changed: Given, conditions: Given, returning: string): string {
  const assignments = changed.map(([name], index) => `${columnOf(name)} = ${parameter(model, name, index + 1)}`);
  let last = changed.length;
  const tests = conditions.map(([name, value]) => columnTest(model, name, value, value === null ? last : ++last));
  return `UPDATE ${tableOf(model)} AS r SET ${[...assignments, 'updated_at = now()'].join(', ')}
    WHERE ${tests.join(' AND ')} RETURNING ${returning}`;
}

/** The columns of new records, and their names and types in a list of JSON objects. */
export function insertColumns(model: StoredModel, names: readonly string[]) {
  const columns = names.map(columnOf);
  return {
    columns: columns.join(', '),
    definitions: names.map((name, index) => `${columns[index]} ${columnType(modelField(model, name))}`).join(', '),
  };
}

/**
 * Inserts several records: `$1` is a list of JSON objects, `returning` an expression of the row `r`. The statement returns
 * ids too, which rise in the order of the list.
 */
export function insertText(model: StoredModel, names: readonly string[], returning: string): string {
  const { columns, definitions } = insertColumns(model, names);
  const [updatedAt, now] = hasUpdatedAt(model) ? [', updated_at', ', now()'] : ['', ''];
  return `INSERT INTO ${tableOf(model)} AS r (${columns}${updatedAt})
    SELECT ${columns}${now} FROM ROWS FROM (json_to_recordset($1::json) AS (${definitions})) WITH ORDINALITY AS given
    ORDER BY ordinality RETURNING r.id, ${returning}`;
}

/** A new record as an object for JSON, with the names of its columns. */
export const jsonRow = (model: StoredModel, given: Given): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    given.map(([name, value]) => {
      const field = modelField(model, name);
      return [columnOf(name), field.type === 'Json' ? value : encode(field, value)];
    }),
  );
