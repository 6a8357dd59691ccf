// The columns of a product, from Prisma's data model: `prisma/products.prisma` is the only place that describes them.
import { Prisma } from '../../prisma/generated/client/client.ts';
import { getDatamodel } from '../../prisma/generated/pothos.ts';
import type { Unchecked } from '../operation/field-types.ts';

/** The columns of the table, without relations. */
export const productColumns =
  getDatamodel().datamodel.models.Product?.fields.filter(({ kind }) => kind !== 'object') ??
  [];

const namesOf = (columns: typeof productColumns) => columns.map(({ name }) => name);

/** Fields that a product can lack. */
export const nullableFields = namesOf(productColumns.filter(({ isRequired }) => !isRequired));

/** Lists and objects, stored as JSON. */
export const jsonFields = namesOf(productColumns.filter(({ type }) => type === 'Json'));

const decimalFields = namesOf(productColumns.filter(({ type }) => type === 'Decimal'));

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
