// The projects of the tests; the name of a file says which one it belongs to: see test/README.md.
import { defineConfig } from 'vitest/config';
import { EVENTUALLY } from './test/support/eventually.ts';
import { laterDays } from './test/support/later-days.ts';
import { createMissingReport } from './test/support/programs.ts';
import { rehearsedRelease } from './test/system/releases/plugin.ts';

/** Clients are a package of their own, with packages of their own. */
const foreign = '**/node_modules/**';
const unit = ['test/**/*.unit.test.ts'];
const processes = ['test/**/*.process.test.ts'];
const onPostgresOnly = ['test/**/*.postgres.test.ts'];
/** Tests of the code with the modules of the rehearsed release. */
const releases = 'test/system/releases/*.test.ts';
/** Tests that depend on the day, which also run on the later days of RELEASES. */
const dated = [
  'openapi',
  'rest',
  'sites/docs',
  'system/contract',
  'system/documents',
  'system/clients',
].map((folder) => `test/${folder}/**/*.test.ts`);
const clock = 'test/support/clock.ts';

const missing = createMissingReport();

export default defineConfig({
  // One copy of graphql, the one that Node resolves: its classes know each other by identity.
  resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
  test: {
    // The modules of the service are loaded once for each worker: loading them takes longer than most files of tests.
    isolate: false,
    // Some files use a processor, others wait for a server that is made to be slow.
    maxWorkers: 4,
    onConsoleLog: missing.onConsoleLog,
    reporters: ['default', missing.reporter],
    // Ceilings for a machine that is busy with other work. No test waits for one of them when it passes.
    testTimeout: 4 * EVENTUALLY,
    hookTimeout: 4 * EVENTUALLY,
    expect: { poll: { timeout: EVENTUALLY } },
    // The drill `days` runs all tests with a clock that is ahead.
    setupFiles: process.env.CLOCK_OFFSET ? [clock] : [],
    projects: [
      { extends: true, test: { name: 'unit', include: unit, exclude: [foreign, releases] } },
      {
        extends: true,
        test: {
          name: 'process',
          include: processes,
          exclude: [foreign],
          globalSetup: 'test/support/template-embedded.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'pglite',
          include: ['test/**/*.test.ts'],
          exclude: [foreign, releases, ...unit, ...processes, ...onPostgresOnly],
          globalSetup: 'test/support/template-embedded.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: ['test/**/*.test.ts'],
          exclude: [foreign, releases, ...unit, ...processes],
          globalSetup: 'test/support/template-postgres.ts',
        },
      },
      {
        extends: true,
        plugins: [rehearsedRelease],
        test: {
          name: 'releases',
          include: [releases],
          globalSetup: 'test/support/template-postgres.ts',
        },
      },
      ...(process.env.CLOCK_OFFSET ? [] : laterDays()).map(({ day, offset }) => ({
        extends: true as const,
        test: {
          name: `on_${day.replaceAll('-', '_')}`,
          include: [...dated, 'test/operation/version*.test.ts'],
          exclude: [foreign, ...processes],
          env: { CLOCK_OFFSET: String(offset) },
          setupFiles: [clock],
          globalSetup: 'test/support/template-postgres.ts',
        },
      })),
    ],
  },
});
