// The permissions of a user, which every token of the user inherits (D5), as headers and pages name them.
import { Permission } from '../../prisma/generated/client/enums.ts';

const ALL = Object.values(Permission);

/** Such as `read, write, delete`; empty for a user who has none. */
export const permissionNames = (permissions: readonly Permission[]): string =>
  ALL.filter((one) => permissions.includes(one))
    .join(', ')
    .toLowerCase();
