// Global setup of the project `process`: a data directory with a migrated, empty database, which tests copy.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../../src/database/open-database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    templateDataDir: string;
  }
}

export default async function setup(project: TestProject) {
  const directory = await mkdtemp(join(tmpdir(), 'template-data-dir-'));
  await openDatabase({ databaseUrl: undefined, dataDir: directory }).then((database) => database.close());
  project.provide('templateDataDir', directory);
  return () => rm(directory, { recursive: true, force: true });
}
