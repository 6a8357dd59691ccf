// The members that the rehearsed release adds to enums, and an enum of its own in an object.
import { ENUMS } from '../../../../src/database/records.ts';
import {
  RENTAL_STATUSES as statuses,
  STOCK_TYPES as stockTypes,
} from '../../../../src/graphql/types/enum-members.ts';
import { addEnum } from '../../../../src/graphql/types/shape-types.ts';

export * from '../../../../src/graphql/types/enum-members.ts';

export const RENTAL_STATUSES = { ...statuses, REHEARSED: 'Ended, and not returned.' };
export const STOCK_TYPES = { ...stockTypes, REHEARSED: 'Borrowed from someone else.' };

export const WRAPS = { BOX: 'BOX', FOIL: 'FOIL' } as const;
const described = { BOX: 'A box.', FOIL: 'Foil.' };
addEnum('RehearsedWrap', WRAPS, 'A wrap.', described, 'RehearsedSize.rehearsedWrap');
Object.assign(ENUMS, { rehearsedWrap: { members: WRAPS, fallback: WRAPS.BOX } });
