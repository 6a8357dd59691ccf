// A database that can't be opened: the operator reads the reason in words, and what to do, soon; what waiting may mend is waited for.
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { openFiles } from '../../src/database/embedded/embedded-files.ts';
import { openDatabase } from '../../src/database/open-database.ts';
import { directoryFault, serverFault, waitForServer } from '../../src/database/opening-fault.ts';
import { refuseOld } from '../../src/database/postgres/postgres.ts';

const OTHER_DIRECTORY = 'Set DATA_DIR to a directory that this user can write to.';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'opening-'));
  await writeFile(join(directory, 'file'), '');
});
afterAll(() => rm(directory, { recursive: true }));

const open = (dataDir: string) => openDatabase({ databaseUrl: undefined, dataDir });

test.each(['file', 'file/below'])('a DATA_DIR that is a file, or below one, is told: %s', async (name) => {
  const path = join(directory, name);
  const told = `The database in ${path} can't be opened: a part of this path is a file. ${OTHER_DIRECTORY}`;
  await expect(open(path)).rejects.toThrow(told);
});

test.runIf(process.platform === 'linux')(
  'a DATA_DIR below /proc is told at once, and parents are made elsewhere',
  async () => {
    await expect(open('/proc/data')).rejects.toThrow(`no directory can be made there. ${OTHER_DIRECTORY}`);
    await expect(open(join(directory, 'a/b', '../../file'))).rejects.toThrow('is a file');
    expect(await readdir(directory)).toEqual(['file']);
  },
);

test.each([
  ['EROFS', 'the file system is read-only'],
  ['EACCES', 'this user may not write there'],
  ['EPERM', 'this user may not write there'],
])('%s is told in words', (code, reason) => {
  const error = Object.assign(new Error(`${code}: …, mkdir '/data'`), { code, errno: -1 });
  expect(directoryFault('/data', error)).toBe(`The database in /data can't be opened: ${reason}. ${OTHER_DIRECTORY}`);
});

test.each([
  [
    { code: 'ECONNREFUSED' },
    'no server listens there. Correct the host and port in DATABASE_URL, or start the server.',
  ],
  [{ code: 'ENOTFOUND' }, 'no address is known for this host. Correct the host and port in DATABASE_URL.'],
  [{ code: 'ETIMEDOUT' }, /^it does not answer\. .*firewall/],
  [{ code: '28P01' }, 'the words of the error. Correct the user and the password in DATABASE_URL.'],
  [{ code: '3D000' }, 'the words of the error. Create it, or correct the name in DATABASE_URL.'],
  [{ code: 'ENOENT', errno: -2 }, 'a file with a certificate can not be read. Correct sslrootcert in DATABASE_URL.'],
  [{ message: 'timeout expired' }, /^it does not answer\. /],
  [{ code: 'SELF_SIGNED_CERT_IN_CHAIN' }, /sslrootcert=FILE/],
  [{ message: 'The server does not support SSL connections' }, /Remove sslmode from DATABASE_URL/],
  [
    { message: 'SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string' },
    /^it asks for a password\. Correct/,
  ],
  [{ message: 'DatabaseNotReachable' }, 'database not reachable'],
])('a server that can not be used is told in words: %o', (fields, told) => {
  const error = Object.assign(new Error('the words of the error'), fields);
  const [head, text] = serverFault('db:5432', error).split(/(?<=can't be opened: )/);
  expect(head).toBe("The database at db:5432 can't be opened: ");
  expect(text).toEqual(typeof told === 'string' ? told : expect.stringMatching(told));
});

test('what is created is told before it is', async () => {
  const info = vi.fn();
  const missing = join(directory, 'missing');
  await expect(openFiles(join(missing, 'postgres'), [], { logger: { info, warn: vi.fn() } })).rejects.toThrow('ENOENT');
  expect(info.mock.calls).toEqual([[`Creating the database in ${missing} …`]]);
});

test('a server before PostgreSQL 14 is refused at start with one line, and 14 and newer are taken', () => {
  expect(() => refuseOld(130_022)).toThrow('The server is PostgreSQL 13; the service needs PostgreSQL 14 or newer.');
  expect(() => refuseOld(90_624)).toThrow('PostgreSQL 9;');
  for (const version of [140_000, 180_004]) refuseOld(version);
});

const SECONDS = 12;
const REFUSED = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
const REFUSED_LINE = `Waiting for the database at db:5432, for ${SECONDS} s at most: no server listens there. Correct the host and port in DATABASE_URL, or start the server.`;

describe('the wait for a server at a start', () => {
  const warn = vi.fn();
  const told = () => warn.mock.calls.map(([, line]) => line);

  /** Begins a wait whose tries have these outcomes in turn, the last one again and again. */
  function wait(outcomes: readonly Error[], seconds = SECONDS) {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    warn.mockReset();
    const tryOnce = vi.fn(async () => {
      throw outcomes[Math.min(tryOnce.mock.calls.length, outcomes.length) - 1];
    });
    const ended = waitForServer('db:5432', tryOnce, seconds, { info: vi.fn(), warn });
    return { tryOnce, ended: ended.catch((error: unknown) => error) };
  }

  test('a server that refuses is told at once and each 5 s, until the wait ends with its error (D52)', async () => {
    const { ended, tryOnce } = wait([REFUSED]);
    await vi.advanceTimersByTimeAsync(0);
    expect(told()).toEqual([REFUSED_LINE]);
    await vi.advanceTimersByTimeAsync(4_900);
    expect(told()).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(100);
    expect(told()).toEqual([REFUSED_LINE, REFUSED_LINE]);
    await vi.advanceTimersByTimeAsync(SECONDS * 1_000);
    expect(told()).toHaveLength(3);
    expect(await ended).toBe(REFUSED);
    expect(tryOnce.mock.calls.length).toBeGreaterThan(SECONDS);
  });

  test('0 seconds are one try', async () => {
    const { ended, tryOnce } = wait([REFUSED], 0);
    expect(await ended).toBe(REFUSED);
    expect(tryOnce).toHaveBeenCalledTimes(1);
    expect(told()).toEqual([]);
  });

  test.each(['28P01', '28000', '3D000', 'CERT_HAS_EXPIRED', 'SELF_SIGNED_CERT_IN_CHAIN', 'ENOENT', '42501', 'XX000'])(
    'waiting does not mend %s: the wait ends at once',
    async (code) => {
      const error = Object.assign(new Error('refused'), { code });
      const { ended, tryOnce } = wait([REFUSED, error]);
      await vi.advanceTimersByTimeAsync(1_000);
      expect(await ended).toBe(error);
      expect(tryOnce).toHaveBeenCalledTimes(2);
    },
  );
});
