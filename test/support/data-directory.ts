// A data directory of its own for a service: a copy of the template, because PGlite takes seconds to create a database.
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';

/** A directory for DATA_DIR with a migrated database that has no rows. */
export async function migratedDirectory(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'service-'));
  await cp(join(inject('templateDataDir'), 'postgres'), join(path, 'postgres'), { recursive: true });
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}
