// The texts and parameters of statements that write records, made from the fields of the model.

import { RecentlyUsed } from '../recently-used.ts';
import type { Value } from '../statements.ts';
import {
  columnOf,
  encode,
  fieldOf,
  hasUpdatedAt,
  type Select,
  type StoredModel,
  tableOf,
  typeOf,
} from './record-shape.ts';

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

/** The columns of a new record, and their parameters from `$first` on. */
export function insertOf(model: StoredModel, names: readonly string[], first = 1) {
  const [columns, parameters] = [
    names.map(columnOf),
    names.map((name, index) => parameter(model, name, first + index)),
  ];
  if (hasUpdatedAt(model)) {
    columns.push('updated_at');
    parameters.push('now()');
  }
  return { columns: columns.join(', '), parameters: parameters.join(', ') };
}

const texts = new WeakMap<Select, RecentlyUsed<string, string>>();
const MOST_TEXTS = 500;

/** The text of an insert, made once for each selection and each set of columns. */
export function textOf(select: Select, columns: string, make: () => string): string {
  const known = texts.get(select) ?? new RecentlyUsed<string, string>(MOST_TEXTS);
  texts.set(select, known);
  return known.of(columns, make);
}
