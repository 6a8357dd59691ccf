// A service with its own embedded database, for one test.
import { onTestFinished } from 'vitest';
import { migratedDirectory } from '../support/data-directory.ts';
import { type Service, startService } from './service.ts';

/** Its database is migrated and empty before the start; both end with the test. */
export async function embeddedService(variables: Readonly<Record<string, string>> = {}) {
  const { path, remove } = await migratedDirectory();
  const service: Service = await startService({ DATA_DIR: path, ...variables });
  onTestFinished(async () => {
    service.process.kill('SIGKILL');
    await service.ended();
    await remove();
  });
  return { ...service, directory: path };
}
