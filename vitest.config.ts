// Which test runs where. The name of a file says so:
//   *.unit.test.ts, *.process.test.ts   without freshDatabase(): once (project `unit`)
//   *.postgres.test.ts                  races, faults: on a PostgreSQL server only
//   any other *.test.ts                 on both kinds of database, by freshDatabase()
import { defineConfig } from 'vitest/config';

/** Clients are a package of their own, with packages of their own. */
const foreign = '**/node_modules/**';
const once = ['test/**/*.unit.test.ts', 'test/**/*.process.test.ts'];
const onPostgresOnly = ['test/**/*.postgres.test.ts'];

export default defineConfig({
  // One copy of graphql, the one that Node resolves: its classes know each other by identity.
  resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
  test: {
    // Some files use a processor, others wait for a server that is made to be slow.
    maxWorkers: 3,
    testTimeout: 20_000,
    hookTimeout: 30_000,
    projects: [
      { extends: true, test: { name: 'unit', include: once, exclude: [foreign] } },
      {
        extends: true,
        test: {
          name: 'pglite',
          include: ['test/**/*.test.ts'],
          exclude: [foreign, ...once, ...onPostgresOnly],
          globalSetup: 'test/support/template-pglite.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: ['test/**/*.test.ts'],
          exclude: [foreign, ...once],
          globalSetup: 'test/support/template-postgres.ts',
        },
      },
    ],
  },
});
