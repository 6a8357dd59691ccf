// A write whose process is killed before its answer, and that is sent again with its key, is done once (D40).
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migratedDirectory } from '../support/data-directory.ts';
import { killAndRetry } from '../system/drills/kill-retry.ts';

const KILLS = 2;

let directory: Awaited<ReturnType<typeof migratedDirectory>>;
beforeEach(async () => {
  directory = await migratedDirectory();
});
afterEach(() => directory.remove());

test('a create that is killed before its answer makes one product with its retry', { timeout: 120_000 }, async () => {
  const row = await killAndRetry('embedded', KILLS, { databaseUrl: undefined, dataDir: directory.path });
  expect(row).toMatchObject({ what: `embedded, ${KILLS} of ${KILLS} killed`, answered: KILLS, failed: 0, lost: 0 });
});
