// `npm run harness -- --version` against a process that has the rehearsed release (D46).
import { expect, test } from 'vitest';
import { runCommand, startService } from '../../process/service.ts';
import { freshPostgres } from '../../support/database.ts';
import { V1 } from '../releases/rehearsal.ts';

const PRELOADED = new URL('../releases/preloaded.ts', import.meta.url).href;
const DAY = '2026-01-01';

test("the command tests the token's version, reports what that has removed, and doesn't start with an unknown version", async () => {
  const { url, drop } = await freshPostgres();
  const service = await startService({
    DATABASE_URL: url,
    RATE_LIMIT_POINTS: '1000000',
    NODE_OPTIONS: `--import ${PRELOADED}`,
    REHEARSED_DATE: DAY,
  });
  try {
    const options = [
      '--url',
      service.origin,
      '--token',
      service.token,
      '--cases',
      '60',
      '--seed',
      '11',
    ];
    // Without the rehearsed release: an older download of the harness doesn't know its fields.
    const run = (...more: string[]) =>
      runCommand('test/system/harness/run.ts', [...options, ...more], {});
    const [own, unknown] = [await run(), await run('--version', '1999-01-01')];
    expect(own).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(`Version ${DAY} has no createBundle`),
    });
    expect(unknown).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(`Use one of the versions ${V1}, ${DAY}`),
    });
  } finally {
    await service.stop('SIGKILL');
    await drop();
  }
});
