// The names and values of REST in the code (sections 2.1 to 2.3), before the changes of a version.
import { ProductType, RentalStatus, StockType } from '../../prisma/generated/client/enums.ts';
import type { RestValues } from '../operation/change-kinds.ts';
import { snakeCase } from '../text.ts';

/** The names that the specification doesn't write in snake case. */
const NAMES: Readonly<Record<string, string>> = {
  type: 'productType',
  selectAccounts: 'selectAccounts',
};

/** The name of a field of the domain: in snake case, unless the specification has another one. */
export const restName = (field: string) => NAMES[field] ?? snakeCase(field);

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
