// A future release with every kind of change, on products, bundles, their entries and rentals.

import { z } from 'zod';
import type { Release } from '../../../../src/operation/release-changes.ts';
import { RELEASES as RELEASED } from '../../../../src/rest/releases.ts';

export const V2 = '2031-03-01';

const asText = z.codec(z.string().regex(/^[0-9.]+$/), z.number(), {
  decode: Number,
  encode: String,
});
const asDigits = z.codec(z.string().regex(/^[0-9]{1,9}$/), z.int(), {
  decode: Number,
  encode: String,
});

const asMoney = z.codec(z.object({ amount: z.number() }), z.number(), {
  decode: ({ amount }) => amount,
  encode: (amount) => ({ amount }),
});

export const rehearsal: Release = {
  date: V2,
  label: '0.2.0',
  summary: 'Prices by the day, sets without equipment lists of any length.',
  changes: [
    {
      renamed: 'Product.rent',
      was: 'rent',
      is: 'daily_rent',
      note: 'The `rent` of a product is now its `daily_rent`.',
    },
    { renamed: 'Product.sku', was: 'sku', is: 'code' },
    { renamed: 'Product.code', was: 'code', is: 'sku' },
    { renamed: 'Equipment.name', was: 'name', is: 'label' },
    { renamed: 'BundleItem.adId', was: 'ad_id', is: 'product_id' },
    { renamed: 'Rental.startDate', was: 'start_date', is: 'begins' },
    { renamed: 'CreatedProduct.location', was: 'location', is: 'path' },
    { withdrawn: 'Product.cost', note: 'Products have no `cost`: nobody asked for it.' },
    { withdrawn: 'Account.email' },
    { added: 'Product.rehearsed', older: 'EUR' },
    { added: 'Product.rehearsedSize', optional: true },
    { added: 'Product.rehearsedFiles', optional: true },
    { renamed: 'RehearsedFile.title', was: 'title', is: 'label' },
    { added: 'Product.rehearsedTags', optional: true },
    { member: 'Rental.status', value: 'REHEARSED', name: 'rehearsed' },
    { member: 'Product.stockType', value: 'REHEARSED', name: 'rehearsed' },
    { required: 'Product.countryOfManufacture' },
    {
      values: 'Product.stockType',
      was: { UNIT: 0, BULK: 1 },
      is: { UNIT: 'unit', BULK: 'bulk' },
    },
    {
      values: 'Rental.status',
      was: { ACTIVE: 'active', COMPLETED: 'completed', CANCELLED: 'cancelled' },
      is: { ACTIVE: 'running', COMPLETED: 'done', CANCELLED: 'cancelled' },
    },
    { type: 'RentalItem.dailyRate', is: asText },
    {
      type: 'Product.shelfLifeMin',
      is: asDigits,
      description: 'Shortest shelf life in days, as a string.',
    },
    { type: 'RentalItem.total', is: asMoney },
    { limit: 'Product.equipments', was: { max: 50 }, is: { max: 20 } },
    { limit: 'Product.images', was: { max: 5 }, is: { max: 7 } },
    { limit: 'Product.title', was: { max: 255 }, is: { max: 100 } },
    { limit: 'Equipment.quantity', was: { max: Number.POSITIVE_INFINITY }, is: { max: 100 } },
    { limit: 'Bundle.items', was: { max: 30 }, is: { max: 10 } },
    { default: 'Product.online', was: true, is: false },
    { endpointWithdrawn: 'createBundle' },
    { endpointAdded: 'GET /bundle/{id}' },
  ],
};

const LATER_YEARS = 100;

/** A release after the first, so late that it is in the future on every day of a test. */
const muchLater = ({ date, ...release }: Release): Release => ({
  ...release,
  date: `${Number(date.slice(0, 4)) + LATER_YEARS}${date.slice(4)}`,
});

/** A day's rehearsal follows the first release, in whose names it is written, on the code of the latest one. */
const rehearsedFrom = (date: string): readonly Release[] => [
  ...RELEASED.slice(0, 1),
  { ...rehearsal, date },
  ...RELEASED.slice(1).map(muchLater),
];

/** In a service that preloads it, the rehearsal is dated REHEARSED_DATE. */
export const RELEASES = rehearsedFrom(process.env.REHEARSED_DATE ?? V2);
