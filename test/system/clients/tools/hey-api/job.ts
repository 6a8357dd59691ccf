// The main job with the functions that @hey-api/openapi-ts generates from the rehearsed version's document.
import * as operations from './generated';
import { client } from './generated/client.gen';
import type { CreateProductBody, ValidationErrorCode } from './generated/types.gen';

const { createProduct, readProduct, readRental, updateProduct } = operations;

export async function job({ token, rentalId }: { token: string; rentalId: number }) {
  client.setConfig({ auth: ({ scheme }) => (scheme === 'bearer' ? token : undefined) });
  const product = {
    title: 'Tent',
    daily_rent: 24.5,
    rehearsed: 'CHF',
    code: 'T-1',
    country_of_manufacture: 'DE' as const,
    equipments: [{ label: 'Peg', quantity: 2 }],
  };
  const body: CreateProductBody = {
    product: { ...product, stock_type: 'unit', shelf_life_min: '3' },
  };
  const created = await createProduct({ body });
  const id = created.data?.id ?? 0;
  const updated = await updateProduct({
    path: { id },
    body: { product: { daily_rent: 26 } },
  });
  const read = (await readProduct({ path: { id } })).data?.product;
  const rental = (await readRental({ path: { id: rentalId } })).data?.rentals;
  const dailyRate: string | undefined = rental?.items[0]?.daily_rate;
  // @ts-expect-error: the version requires the rehearsed and the country
  const { error } = await createProduct({ body: { product: { title: '', daily_rent: 0 } } });
  if (!error || !('errors' in error)) throw new Error('expected a validation failure');
  const codes: ValidationErrorCode[] = error.errors.map((fault) => fault.code);
  return {
    path: created.data?.path === `/api/token-secured/product/${id}`,
    updated: updated.data?.success,
    product: {
      rent: read?.daily_rent,
      rehearsed: read?.rehearsed,
      code: read?.code,
      label: read?.equipments[0]?.label,
      stock: read?.stock_type,
      days: read?.shelf_life_min,
      online: read?.online,
    },
    rental: { status: rental?.status, begins: rental?.begins, dailyRate },
    codes,
    hasBundles: 'createBundle' in operations,
  };
}
