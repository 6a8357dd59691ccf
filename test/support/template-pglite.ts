// Global setup of the project `pglite`: a migrated database as a file, which each test loads into memory.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import type { TestProject } from 'vitest/node';
import { embeddedAdapterFactory } from '../../src/database/embedded/embedded-adapter.ts';
import { applyMigrations } from '../../src/database/migrations/migrate.ts';
import { readMigrations } from '../../src/database/migrations/migrations.ts';

export default async function setup(project: TestProject) {
  const directory = await mkdtemp(join(tmpdir(), 'pglite-template-'));
  const file = join(directory, 'template.tar');
  // Small segments of the write-ahead log make for a small file.
  const client = await PGlite.create({ initDbStartParams: ['--wal-segsize=1'] });
  await applyMigrations(await embeddedAdapterFactory(client).connect(), await readMigrations());
  const dump = await client.dumpDataDir('none');
  await writeFile(file, Buffer.from(await dump.arrayBuffer()));
  await client.close();
  project.provide('template', { kind: 'pglite', file });
  return () => rm(directory, { recursive: true, force: true });
}
