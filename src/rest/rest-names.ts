// The names and values of REST in the code (sections 2.1 to 2.3), before the changes of a version.
import { ProductType, RentalStatus, StockType } from '../../prisma/generated/client/enums.ts';
import type { RestValues } from '../operation/change-kinds.ts';

/** REST names by domain name, where they differ. */
export const REST_NAMES: Readonly<Record<string, string>> = {
  type: 'productType',
  stockType: 'stock_type',
  stockUnitTypeId: 'stock_unit_type_id',
  commodityCode: 'commodity_code',
  countryOfManufacture: 'country_of_manufacture',
  shelfLifeMin: 'shelf_life_min',
  shelfLifeMax: 'shelf_life_max',
  adId: 'ad_id',
  productId: 'product_id',
  dailyRate: 'daily_rate',
  startDate: 'start_date',
  endDate: 'end_date',
  totalAmount: 'total_amount',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
};

/** The domain's enums, with the REST value of each member. */
export const REST_ENUMS: Readonly<Record<string, RestValues>> = {
  type: { [ProductType.PRODUCT]: 0, [ProductType.BUNDLE]: 1 },
  stockType: { [StockType.UNIT]: 0, [StockType.BULK]: 1 },
  status: {
    [RentalStatus.ACTIVE]: 'active',
    [RentalStatus.COMPLETED]: 'completed',
    [RentalStatus.CANCELLED]: 'cancelled',
  },
};
