// A service on an embedded database of its own, for one test.
import { onTestFinished } from 'vitest';
import { migratedDirectory } from '../support/data-directory.ts';
import { type Service, startService } from './service.ts';

/** Its database is migrated and has no rows before the start; both end with the test. */
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
