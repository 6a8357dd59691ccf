// If the database can't be opened, the operator soon learns why and what to do; the start waits for errors that may
// pass.
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { openFiles } from '../../src/database/embedded/embedded-files.ts';
import { openDatabase } from '../../src/database/open-database.ts';
import { serverOutage, waitForServer } from '../../src/database/opening-outage.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

let directory: string;
beforeAll(async () => {
  const { path, remove } = await temporaryDirectory();
  directory = path;
  await writeFile(join(directory, 'file'), '');
  return remove;
});

test('reports at once a DATA_DIR that is a file or below one, and creates no directory', async () => {
  const told = (path: string, reason: string) =>
    expect(openDatabase({ databaseUrl: undefined, dataDir: path })).rejects.toThrow(
      new RegExp(
        `^The database in ${path} can't be opened: ${reason}: .*\\. Set DATA_DIR to a directory that this user can`,
      ),
    );
  for (const name of ['file', 'file/below'])
    await told(join(directory, name), '(EEXIST|ENOTDIR)');
  expect(await readdir(directory)).toEqual(['file']);
});

test.each([
  [
    { code: 'ECONNREFUSED' },
    'no server is listening there. Correct the host and port in DATABASE_URL, or start the server.',
  ],
  [
    { code: 'ENOTFOUND' },
    'this host name is unknown. Correct the host and port in DATABASE_URL.',
  ],
  [{ code: 'ETIMEDOUT' }, /^it does not respond\. .*firewall/],
  [
    { code: '57P03' },
    'the words of the error. See the log of the server, or of the proxy in front of it.',
  ],
  [{ code: '28P01' }, /^the words of the error\. Correct the user and the password/],
  [{ code: '3D000' }, /Create it, or correct the name in DATABASE_URL/],
  [
    { code: 'ENOENT', errno: -2 },
    'a certificate file is not readable. Correct sslrootcert in DATABASE_URL.',
  ],
  [{ message: 'timeout expired' }, /^it does not respond\. /],
  [{ code: 'SELF_SIGNED_CERT_IN_CHAIN' }, /sslrootcert=FILE/],
  [
    { message: 'The server does not support SSL connections' },
    /Remove sslmode from DATABASE_URL/,
  ],
  [
    { message: 'SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string' },
    /^it requires a password\. Correct/,
  ],
  [{ message: 'ConnectionClosed' }, 'connection closed'],
])("explains why a server can't be used: %o", (fields, told) => {
  const error = Object.assign(new Error('the words of the error'), fields);
  const [head, text] = serverOutage('db:5432', error).split(/(?<=can't be opened: )/);
  expect(head).toBe("The database at db:5432 can't be opened: ");
  expect(text).toEqual(typeof told === 'string' ? told : expect.stringMatching(told));
});

test('says what it creates before creating it', async () => {
  const info = vi.fn();
  const missing = join(directory, 'missing');
  await expect(
    openFiles(join(missing, 'postgres'), [], { logger: { info, warn: vi.fn() } }),
  ).rejects.toThrow('ENOENT');
  expect(info.mock.calls).toEqual([[`Creating the database in ${missing} …`]]);
});

describe('waiting for the server at start', () => {
  const SECONDS = 12;
  const refused = (code: string) => Object.assign(new Error('refused'), { code });
  const warn = vi.fn();
  const told = () => warn.mock.calls.map(([, line]) => line);

  /** Begins a wait whose attempts fail with these codes in turn; the last one repeats. */
  function wait(codes: readonly string[], seconds = SECONDS) {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    warn.mockReset();
    const tryOnce = vi.fn(async () => {
      throw refused(codes[Math.min(tryOnce.mock.calls.length, codes.length) - 1] ?? '');
    });
    const ended = waitForServer('db:5432', tryOnce, seconds, { info: vi.fn(), warn });
    return { tryOnce, ended: ended.catch((error: unknown) => error) };
  }

  test.each(['ECONNREFUSED', '57P03', '53300'])(
    'reports a server that rejects with %s at once and every 5 s, until the wait ends with its error (D52)',
    async (code) => {
      const { ended, tryOnce } = wait([code]);
      const line = expect.stringContaining(
        `Waiting up to ${SECONDS} s for the database at db:5432: `,
      );
      for (const [milliseconds, lines] of [
        [0, 1],
        [4_900, 1],
        [100, 2],
        [SECONDS * 1_000, 3],
      ] as const) {
        await vi.advanceTimersByTimeAsync(milliseconds);
        expect(told()).toEqual(Array(lines).fill(line));
      }
      expect(await ended).toMatchObject({ code });
      expect(tryOnce.mock.calls.length).toBeGreaterThan(SECONDS);
    },
  );

  test('0 seconds means one attempt', async () => {
    const { ended, tryOnce } = wait(['ECONNREFUSED'], 0);
    expect(await ended).toMatchObject({ code: 'ECONNREFUSED' });
    expect(tryOnce).toHaveBeenCalledTimes(1);
    expect(told()).toEqual([]);
  });

  test.each([
    '28P01',
    '28000',
    '3D000',
    'CERT_HAS_EXPIRED',
    'SELF_SIGNED_CERT_IN_CHAIN',
    'ENOENT',
    '42501',
    'ZZ999',
  ])("ends at once for %s, which waiting can't fix", async (code) => {
    const { ended, tryOnce } = wait(['ECONNREFUSED', code]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await ended).toMatchObject({ code });
    expect(tryOnce).toHaveBeenCalledTimes(2);
  });
});
