// The columns of a product, from Prisma's data model: `prisma/products.prisma` is the only place that describes them.
import { Prisma } from '../../prisma/generated/client/client.ts';
import { getDatamodel } from '../../prisma/generated/pothos.ts';
import type { Unchecked } from '../operation/field-types.ts';

const fields =
  getDatamodel().datamodel.models.Product?.fields.filter(({ kind }) => kind !== 'object') ??
  [];

/** Fields that a product can lack. */
export const nullableFields = fields
  .filter(({ isRequired }) => !isRequired)
  .map(({ name }) => name);

/** Lists and objects, stored as JSON. */
export const jsonFields = fields
  .filter(({ type }) => type === 'Json')
  .map(({ name }) => name);

/** Set by the database for each new row. */
const SET_BY_DATABASE = ['id', 'createdAt', 'updatedAt', 'revision'];

/** A field's column name: the same in snake case. */
const columnOf = (field: string) =>
  field.replace(/\B[A-Z]/g, (letter) => `_${letter}`).toLowerCase();

const given = fields
  .filter(({ name }) => !SET_BY_DATABASE.includes(name))
  .map((field) => ({ ...field, column: columnOf(field.name) }));

/** A later release's column may have a default for creates that don't know it; the database fills it in. */
const hasOwnDefault = ({ type, isRequired, hasDefaultValue }: (typeof given)[number]) =>
  isRequired && hasDefaultValue && type !== 'Json';

/** The column names of a new product as an SQL list, except those that get their default. */
export const newColumns = (product: Unchecked) =>
  given
    .filter((field) => product[field.name] !== undefined || !hasOwnDefault(field))
    .map(({ column }) => column)
    .join(', ');

/** A new product as a JSON object with a value for each column. */
export const newRow = (product: Unchecked): Unchecked =>
  Object.fromEntries(
    given.map(({ name, column, kind, type, isRequired }) => {
      const value = product[name] ?? (isRequired && type === 'Json' ? [] : null);
      return [column, kind === 'enum' ? String(value).toLowerCase() : value];
    }),
  );

const decimalFields = fields.filter(({ type }) => type === 'Decimal').map(({ name }) => name);

/** Values as Prisma takes them: JSON columns have a null of their own. */
type PrismaData<Data> = {
  [Field in keyof Data]: Extract<Data[Field], object> extends never
    ? Data[Field]
    : Exclude<Data[Field], null> | (null extends Data[Field] ? typeof Prisma.DbNull : never);
};

/** Values for Prisma: a decimal as a string, because a number loses digits; Prisma's own null for JSON columns. */
export function toData<Data extends Unchecked>(values: Data) {
  const nulls = jsonFields
    .filter((name) => values[name] === null)
    .map((name) => [name, Prisma.DbNull]);
  const decimals = decimalFields
    .filter((name) => typeof values[name] === 'number')
    .map((name) => [name, String(values[name])]);
  return { ...values, ...Object.fromEntries([...nulls, ...decimals]) } as PrismaData<Data>;
}
