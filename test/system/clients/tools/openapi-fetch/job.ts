// The main job with openapi-fetch and the types that openapi-typescript generates.
import createClient from 'openapi-fetch';
import type { components, paths } from './generated';

export async function job({
  graphqlUrl,
  token,
  rentalId,
}: {
  graphqlUrl: string;
  token: string;
  rentalId: number;
}) {
  const baseUrl = new URL('/api/token-secured', graphqlUrl).href;
  const api = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${token}` } });
  const attributes = { title: 'Tent', rent: 24.5, sku: 'T-1' };
  const created = await api.POST('/product', {
    body: { data: { type: 'products', attributes } },
  });
  const readOne = async (id = 0) => {
    const { data, error } = await api.GET('/product/{id}', { params: { path: { id } } });
    if (!data) throw new Error(JSON.stringify(error));
    return data.product;
  };
  const update = (product: components['schemas']['UpdateProductInput']) =>
    api.PUT('/product/{id}', {
      params: { path: { id: created.data?.id ?? 0 } },
      body: { product },
    });
  await update({ rent: 26 });
  const product = await readOne(created.data?.id);
  // What was read is sent back unchanged.
  const updated = await update(product);
  const items = [{ ad_id: product.id, quantity: 2 }];
  const bundle = await api.POST('/bundle', { body: { bundle: { title: 'Pack', items } } });
  const rental = (await api.GET('/rental/{id}', { params: { path: { id: rentalId } } })).data
    ?.rentals;
  const lastDay: string | undefined = rental?.end_date;
  const { error } = await api.POST('/product', { body: { product: { title: '', rent: 0 } } });
  if (!error || !('errors' in error)) throw new Error('expected a validation failure');
  const codes: components['schemas']['ValidationErrorCode'][] = error.errors.map(
    ({ code }) => code,
  );
  // @ts-expect-error: no such code
  codes.includes('SURPRISE');
  return {
    updated: updated.data?.success,
    product: { title: product.title, rent: product.rent, sku: product.sku },
    bundleRent: (await readOne(bundle.data?.id)).rent,
    rental: { status: rental?.status, total: rental?.total_amount, lastDay },
    codes,
  };
}
