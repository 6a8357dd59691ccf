// The endpoint that the rehearsed release adds.
import { readBundle } from '../../../../src/bundles/read-bundle.ts';
import type { ProductRow } from '../../../../src/products/product-rows.ts';
import { readProductResponse, toAds } from '../../../../src/rest/response-shapes.ts';
import type { Route } from '../../../../src/rest/route.ts';
import { ROUTES as RELEASED, TAGS } from '../../../../src/rest/routes.ts';

export { TAGS };

export const ROUTES: readonly Route[] = [
  // A real release may have added it since.
  ...RELEASED.filter(({ path }) => path !== '/bundle/:id'),
  {
    method: 'GET',
    path: '/bundle/:id',
    operation: readBundle,
    response: readProductResponse,
    reply: (bundle: ProductRow) => ({ body: { product: toAds(bundle) } }),
    tag: TAGS.bundle,
    notes: () => 'For the owner of the bundle.',
  },
];
