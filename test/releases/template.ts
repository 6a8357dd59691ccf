// Global setup of the project `releases`: the embedded database of the others with the migration of the rehearsed release.
import { rm, writeFile } from 'node:fs/promises';
import type { TestProject } from 'vitest/node';
import { embeddedAdapterFactory } from '../../src/database/embedded/embedded-adapter.ts';
import { applyMigrations } from '../../src/database/migrations/migrate.ts';
import { MIGRATIONS_DIRECTORY, readMigrations } from '../../src/database/migrations/migrations.ts';
import { loadEmbedded } from '../support/embedded-database.ts';
import setupEmbedded from '../support/template-embedded.ts';
import { REHEARSED_MIGRATIONS } from './edits.ts';

export default async function setup(project: TestProject) {
  const remove = await setupEmbedded(project);
  const { template } = project.getProvidedContext();
  if (template.kind !== 'pglite') throw new Error('the project `releases` is embedded');
  const client = await loadEmbedded(template.file);
  const adapter = await embeddedAdapterFactory(client).connect();
  const released = await readMigrations(MIGRATIONS_DIRECTORY);
  await applyMigrations(adapter, [...released, ...(await readMigrations(REHEARSED_MIGRATIONS))]);
  const dump = await client.dumpDataDir('none');
  await client.close();
  const file = `${template.file}.rehearsed`;
  await writeFile(file, Buffer.from(await dump.arrayBuffer()));
  project.provide('template', { kind: 'pglite', file });
  return async () => {
    await remove();
    await rm(file, { force: true });
  };
}
