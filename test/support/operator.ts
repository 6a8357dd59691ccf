// An operator who acts on a test's database, as a command does.
import type { PrismaClient } from '../../prisma/generated/client/client.ts';
import { type Actor, commandOrigin } from '../../src/accounts/security-events.ts';
import { silentLog } from './log.ts';

export const operator = (db: PrismaClient): Actor => ({
  db,
  log: silentLog(),
  origin: commandOrigin(),
});
