// A data directory for a service, copied from the template, because PGlite takes seconds to create a database.
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';

/** A directory for DATA_DIR with a migrated, empty database. */
export async function migratedDirectory(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'service-'));
  await cp(join(inject('templateDataDir'), 'postgres'), join(path, 'postgres'), {
    recursive: true,
  });
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}
