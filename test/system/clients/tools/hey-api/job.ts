// The main job with the functions that @hey-api/openapi-ts generates, which use the document's server.
import {
  createBundle,
  createProduct,
  readProduct,
  readRental,
  updateProduct,
} from './generated';
import { client } from './generated/client.gen';
import type { CreateProductBody, ValidationErrorCode } from './generated/types.gen';

export async function job({ token, rentalId }: { token: string; rentalId: number }) {
  // Every security requirement asks for the token: without this choice it would be in the URL too.
  client.setConfig({ auth: ({ scheme }) => (scheme === 'bearer' ? token : undefined) });
  const body: CreateProductBody = { product: { title: 'Tent', rent: 24.5, sku: 'T-1' } };
  const created = await createProduct({ body });
  const id = created.data?.id ?? 0;
  const updated = await updateProduct({ path: { id }, body: { product: { rent: 26 } } });
  const read = await readProduct({ path: { id } });
  const bundle = await createBundle({
    body: { bundle: { title: 'Pack', items: [{ ad_id: id, quantity: 2 }] } },
  });
  const pack = await readProduct({ path: { id: bundle.data?.id ?? 0 } });
  const { data } = await readRental({ path: { id: rentalId } });
  const lastDay: string | undefined = data?.rentals.end_date;
  const { error } = await createProduct({
    body: { data: { type: 'products', attributes: { title: '', rent: 0, sku: '' } } },
  });
  if (!error || !('errors' in error)) throw new Error('expected a validation failure');
  const codes: ValidationErrorCode[] = error.errors.map(({ code }) => code);
  // @ts-expect-error: no such code
  codes.includes('SURPRISE');
  return {
    updated: updated.data?.success,
    product: {
      title: read.data?.product.title,
      rent: read.data?.product.rent,
      sku: read.data?.product.sku,
    },
    bundleRent: pack.data?.product.rent,
    rental: { status: data?.rentals.status, total: data?.rentals.total_amount, lastDay },
    codes,
  };
}
