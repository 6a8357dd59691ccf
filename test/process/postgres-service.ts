// A service on PostgreSQL that ends with its test.
import { onTestFinished } from 'vitest';
import { postgresUrl } from '../support/database.ts';
import { startService } from './service.ts';

type Start = Parameters<typeof startService>;

/** Its database is migrated and empty before the start, unless the variables have another one. */
export async function postgresService(variables: Start[0] = {}, spawning?: Start[1]) {
  const url = variables.DATABASE_URL ?? (await postgresUrl());
  const service = await startService({ ...variables, DATABASE_URL: url }, spawning);
  onTestFinished(async () => void (await service.stop('SIGKILL')));
  return { ...service, url };
}
