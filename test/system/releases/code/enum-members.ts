// The member that the rehearsed release adds to an enum.
import { RENTAL_STATUSES as released } from '../../../../src/graphql/types/enum-members.ts';

export * from '../../../../src/graphql/types/enum-members.ts';

export const RENTAL_STATUSES = { ...released, REHEARSED: 'Ended, and not returned.' };
