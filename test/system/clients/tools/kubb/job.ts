// The main job with the functions that kubb generates, which use the document's server.
import {
  type CreateProductBody,
  type CreateProductMutation,
  createBundle,
  createProduct,
  readProduct,
  readRental,
  updateProduct,
  type ValidationErrorCode,
} from './generated';
import { setConfig } from './generated/.kubb/fetch';

export async function job({ token, rentalId }: { token: string; rentalId: number }) {
  setConfig({ headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' } });
  const body: CreateProductBody = { product: { title: 'Tent', rent: 24.5, sku: 'T-1' } };
  const { id } = (await createProduct(body)).data;
  const updated = await updateProduct(id, { product: { rent: 26 } });
  const { title, rent, sku } = (await readProduct(id)).data.product;
  const bundle = await createBundle({
    bundle: { title: 'Pack', items: [{ ad_id: id, quantity: 2 }] },
  });
  const pack = (await readProduct(bundle.data.id)).data.product;
  const { status, total_amount: total, end_date } = (await readRental(rentalId)).data.rentals;
  const lastDay: string = end_date;
  const refused = await createProduct({
    data: { type: 'products', attributes: { title: '', rent: 0 } },
  });
  const failure = refused.data as unknown as CreateProductMutation['Errors'];
  if (!('errors' in failure)) throw new Error('expected a validation failure');
  const codes: ValidationErrorCode[] = failure.errors.map(({ code }) => code);
  // @ts-expect-error: no such code
  codes.includes('SURPRISE');
  return {
    updated: updated.data.success,
    product: { title, rent, sku },
    bundleRent: pack.rent,
    rental: { status, total, lastDay },
    codes,
  };
}
