// The main job with the functions that orval generates, which use the document's server.
import {
  type CreateProductBody,
  createBundle,
  createProduct,
  readProduct,
  readRental,
  updateProduct,
  ValidationErrorCode,
} from './generated/api';

export async function job({ token, rentalId }: { token: string; rentalId: number }) {
  const options = { headers: { Authorization: `Bearer ${token}` } };
  const readOne = async (id: number) => {
    const answer = await readProduct(id, options);
    if (answer.status !== 200) throw new Error(`The read was answered ${answer.status}`);
    return answer.data.product;
  };
  const body: CreateProductBody = { product: { title: 'Tent', rent: 24.5, sku: 'T-1' } };
  const created = await createProduct(body, options);
  if (created.status !== 201) throw new Error(`The create was answered ${created.status}`);
  const { id } = created.data;
  const updated = await updateProduct(id, { product: { rent: 26 } }, options);
  const { title, rent, sku } = await readOne(id);
  const bundle = await createBundle(
    { bundle: { title: 'Pack', items: [{ ad_id: id, quantity: 2 }] } },
    options,
  );
  if (bundle.status !== 201) throw new Error(`The bundle was answered ${bundle.status}`);
  const rental = await readRental(rentalId, options);
  if (rental.status !== 200) throw new Error(`The rental was answered ${rental.status}`);
  const { status, total_amount: total, end_date } = rental.data.rentals;
  const lastDay: string = end_date;
  const attributes = { title: '', rent: 0 };
  const refused = await createProduct({ data: { type: 'products', attributes } }, options);
  if (refused.status !== 400) throw new Error('expected a validation failure');
  const codes = refused.data.errors.map(({ code }) => ValidationErrorCode[code]);
  // @ts-expect-error: no such code
  codes.includes('SURPRISE');
  return {
    updated: updated.status === 200 && updated.data.success,
    product: { title, rent, sku },
    bundleRent: (await readOne(bundle.data.id)).rent,
    rental: { status, total, lastDay },
    codes,
  };
}
