// The actor of a command: its log has security events alone.
import type { PrismaClient } from '../../prisma/generated/client/client.ts';
import { type Actor, commandOrigin } from '../accounts/security-events.ts';
import type { Config } from '../config.ts';
import { createLogger } from '../process/logger.ts';

export const commandActor = async (db: PrismaClient, { logLevel }: Pick<Config, 'logLevel'>): Promise<Actor> => ({
  db,
  log: await createLogger(logLevel),
  origin: commandOrigin(),
});
