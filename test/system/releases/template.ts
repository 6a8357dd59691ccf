// Global setup of the project `releases`: an embedded database with the migrations of the rehearsed release.
import { rm } from 'node:fs/promises';
import type { TestProject } from 'vitest/node';
import { createTemplate } from '../../support/template-embedded.ts';

export default async function setup(project: TestProject) {
  const { directory, file } = await createTemplate();
  project.provide('template', { kind: 'pglite', file });
  return () => rm(directory, { recursive: true, force: true });
}
