// The main job with a product, with the class that swagger-typescript-api generates, which uses the document's server.
import { Api, type CreateProductBody, type ValidationErrorCode } from './generated/api';

export async function job({ token }: { token: string }) {
  const api = new Api({ baseApiParams: { headers: { Authorization: `Bearer ${token}` } } });
  const body: CreateProductBody = { product: { title: 'Tent', rent: 24.5, sku: 'T-1' } };
  const { id } = (await api.product.createProduct(body)).data;
  const updated = await api.product.updateProduct(id, { product: { rent: 26 } });
  const { title, rent, sku } = (await api.product.readProduct(id)).data.product;
  return {
    updated: updated.data.success,
    product: { title, rent, sku },
    codes: await refusedCodes(api),
  };
}

async function refusedCodes(api: Api<unknown>): Promise<`${ValidationErrorCode}`[]> {
  const attributes = { title: '', rent: 0 };
  const refused = await api.product
    .createProduct({ data: { type: 'products', attributes } })
    .catch((answer) => answer);
  type Failure = Awaited<ReturnType<typeof api.product.createProduct>>['error'];
  const failure: Failure = refused.error;
  if (!('errors' in failure)) throw new Error('expected a validation failure');
  // @ts-expect-error: no such code
  failure.errors.some(({ code }) => code === 'SURPRISE');
  return failure.errors.map(({ code }) => code);
}
