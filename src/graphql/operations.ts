// Which operation each root field runs, for rules that look at a request before it is executed.
import { createBundle } from '../bundles/create-bundle.ts';
import { readBundle } from '../bundles/read-bundle.ts';
import type { Operation } from '../operation/operation.ts';
import { createProduct } from '../products/create-product.ts';
import { readProduct } from '../products/read-product.ts';
import { updateProduct } from '../products/update-product.ts';
import { readRental } from '../rentals/read-rental.ts';

// biome-ignore lint/suspicious/noExplicitAny: operations of different types stand in one table
export const ROOT_FIELDS: Readonly<Record<string, Operation<any, any, any>>> = {
  product: readProduct,
  bundle: readBundle,
  rental: readRental,
  createProduct,
  updateProduct,
  createBundle,
};
