// The columns of a product, by Prisma's data model: what is said of a field in `schema.prisma` is said nowhere else.
import { Prisma } from '../../prisma/generated/client/client.ts';
import { getDatamodel } from '../../prisma/generated/pothos.ts';
import type { Unchecked } from '../operation/field-types.ts';

const fields = getDatamodel().datamodel.models.Product?.fields.filter(({ kind }) => kind !== 'object') ?? [];

/** Fields that a product can be without. */
export const nullableFields = fields.filter(({ isRequired }) => !isRequired).map(({ name }) => name);

/** Lists and objects, which are JSON. */
export const jsonFields = fields.filter(({ type }) => type === 'Json').map(({ name }) => name);

/** The database gives each new row a value of its own. */
const OF_DATABASE = ['id', 'createdAt', 'updatedAt', 'revision'];

const given = fields.filter(({ name }) => !OF_DATABASE.includes(name));

/** The name of a column: that of its field in snake case. */
export const columnOf = (field: string): string => field.replace(/\B[A-Z]/g, (letter) => `_${letter}`).toLowerCase();

/** A column of a later release may have a default for creates that don't know it: the database fills it. */
const hasOwnDefault = ({ type, isRequired, hasDefaultValue }: (typeof given)[number]): boolean =>
  isRequired && hasDefaultValue && type !== 'Json';

/** The names of the columns of a new product, as a list of SQL; without those whose default it gets. */
export const newColumns = (product: Unchecked): string =>
  given
    .filter((field) => product[field.name] !== undefined || !hasOwnDefault(field))
    .map(({ name }) => columnOf(name))
    .join(', ');

/** A new product as a JSON object with a value for each column. */
export const newRow = (product: Unchecked): Unchecked =>
  Object.fromEntries(
    given.map(({ name, kind, type, isRequired }) => {
      const value = product[name] ?? (isRequired && type === 'Json' ? [] : null);
      return [columnOf(name), kind === 'enum' ? String(value).toLowerCase() : value];
    }),
  );

const decimalFields = fields.filter(({ type }) => type === 'Decimal').map(({ name }) => name);

/** Values as Prisma takes them: a decimal as a string, as a number it loses digits; null for JSON, which has a null of its own. */
export function toData<Data extends Unchecked>(values: Data): Data {
  const nulls = jsonFields.filter((name) => values[name] === null).map((name) => [name, Prisma.DbNull]);
  const decimals = decimalFields
    .filter((name) => typeof values[name] === 'number')
    .map((name) => [name, String(values[name])]);
  return { ...values, ...Object.fromEntries([...nulls, ...decimals]) };
}
