// The columns of a product, from Prisma's data model: `prisma/products.prisma` is the only place that describes them.
import { getDatamodel } from '../../prisma/generated/pothos.ts';

/** The columns of the table, without relations. */
export const productColumns =
  getDatamodel().datamodel.models.Product?.fields.filter(({ kind }) => kind !== 'object') ??
  [];

const namesOf = (columns: typeof productColumns) => columns.map(({ name }) => name);

/** Fields that a product can lack. */
export const nullableFields = namesOf(productColumns.filter(({ isRequired }) => !isRequired));

/** Lists and objects, stored as JSON. */
export const jsonFields = namesOf(productColumns.filter(({ type }) => type === 'Json'));
