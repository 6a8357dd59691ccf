// The members that the rehearsed release adds to enums.
import {
  RENTAL_STATUSES as statuses,
  STOCK_TYPES as stockTypes,
} from '../../../../src/graphql/types/enum-members.ts';

export * from '../../../../src/graphql/types/enum-members.ts';

export const RENTAL_STATUSES = { ...statuses, REHEARSED: 'Ended, and not returned.' };
export const STOCK_TYPES = { ...stockTypes, REHEARSED: 'Borrowed from someone else.' };
