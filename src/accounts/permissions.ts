// A user's permissions, which all the user's tokens inherit (D5), as headers and pages show them.
import { Permission } from '../../prisma/generated/client/enums.ts';

const ALL = Object.values(Permission);

/** Such as `read, write, delete`; empty for a user without any. */
export const permissionNames = (permissions: readonly Permission[]) =>
  ALL.filter((one) => permissions.includes(one))
    .join(', ')
    .toLowerCase();
