// The main job with a product, with the functions that orval generates, which use the document's server.
import {
  type CreateProductBody,
  createProduct,
  readProduct,
  updateProduct,
  ValidationErrorCode,
} from './generated/api';

export async function job({ token }: { token: string }) {
  const options = { headers: { Authorization: `Bearer ${token}` } };
  const body: CreateProductBody = { product: { title: 'Tent', rent: 24.5, sku: 'T-1' } };
  const created = await createProduct(body, options);
  if (created.status !== 201) throw new Error(`The create was answered ${created.status}`);
  const { id } = created.data;
  const updated = await updateProduct(id, { product: { rent: 26 } }, options);
  const read = await readProduct(id, options);
  if (read.status !== 200) throw new Error(`The read was answered ${read.status}`);
  const { title, rent, sku } = read.data.product;
  const attributes = { title: '', rent: 0 };
  const refused = await createProduct({ data: { type: 'products', attributes } }, options);
  if (refused.status !== 400) throw new Error('expected a validation failure');
  const codes = refused.data.errors.map(({ code }) => ValidationErrorCode[code]);
  // @ts-expect-error: no such code
  codes.includes('SURPRISE');
  return {
    updated: updated.status === 200 && updated.data.success,
    product: { title, rent, sku },
    codes,
  };
}
