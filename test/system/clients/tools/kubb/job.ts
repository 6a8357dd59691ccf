// The main job with a product, with the functions that kubb generates, which use the document's server.
import {
  type CreateProductBody,
  type CreateProductMutation,
  createProduct,
  readProduct,
  updateProduct,
  type ValidationErrorCode,
} from './generated';
import { setConfig } from './generated/.kubb/fetch';

export async function job({ token }: { token: string }) {
  setConfig({
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
  });
  const body: CreateProductBody = { product: { title: 'Tent', rent: 24.5, sku: 'T-1' } };
  const { id } = (await createProduct(body)).data;
  const updated = await updateProduct(id, { product: { rent: 26 } });
  const { title, rent, sku } = (await readProduct(id)).data.product;
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
    codes,
  };
}
