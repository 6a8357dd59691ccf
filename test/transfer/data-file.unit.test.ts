// An export file is written completely or not at all, and rejected if a byte of it is missing or different.

import { randomBytes } from 'node:crypto';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  checkFile,
  headerLine,
  jsonLine,
  readHeader,
  writeDataFile,
} from '../../src/transfer/data-file.ts';
import { contentOf, temporaryFiles } from './moved.ts';

const FILE_MODE = 0o777;
const HEADER = {
  environment: 'live' as const,
  migrations: ['1_initial'],
  created: '2026-01-01T00:00:00.000Z',
};

/** Several chunks of decompressed text, and a Unicode line separator within a line. */
const ROWS = [
  ...Array.from({ length: 20 }, (_, n) =>
    JSON.stringify([`${n}`, randomBytes(20_000).toString('hex'), null]),
  ),
  JSON.stringify(['20', `one\u2028two${'é'.repeat(600_000)}`]),
];
const TOTALS = { rows: { users: ROWS.length }, sequences: { 'users.id': '22' } };

async function* lines() {
  yield headerLine(HEADER);
  yield jsonLine({ table: 'users', columns: ['id', 'name'] });
  for (const row of ROWS) yield `${row}\n`;
  yield jsonLine(TOTALS);
}

let files: Awaited<ReturnType<typeof temporaryFiles>>;
let file: string;
beforeAll(async () => {
  files = await temporaryFiles();
  file = files.at('data.gz');
  await writeDataFile(file, lines());
});
afterAll(() => files.remove());

/** The error for a file with these bytes, or that it is accepted. */
async function checked(bytes: Uint8Array): Promise<unknown> {
  await writeFile(files.at('changed.gz'), bytes);
  return checkFile(files.at('changed.gz')).then(
    () => 'taken',
    (error: Error) => error.message,
  );
}

test('contains what was written, and only its owner may read it', async () => {
  expect(await readHeader(file)).toMatchObject(HEADER);
  const { tables, totals } = await contentOf(file);
  expect(tables).toEqual([{ table: 'users', columns: ['id', 'name'], lines: ROWS }]);
  expect(totals).toEqual(TOTALS);
  if (process.platform !== 'win32') expect((await stat(file)).mode & FILE_MODE).toBe(0o600);
});

test('rejects a file that was truncated or altered anywhere: a digit, a repeated line, an extra line', async () => {
  const bytes = await readFile(file);
  const text = gunzipSync(bytes).toString();
  expect(await checked(bytes)).toBe('taken');
  const cut = [0, 0.3, 0.7, 0.999].map((part) => bytes.subarray(0, bytes.length * part));
  const lines = text.split(/(?<=\n)/);
  const altered = [
    ...[1, 2, 3].map((count) => lines.slice(0, -count).join('')),
    text.slice(0, -1),
    text.replace('"22"', '"23"'),
    text.replace('"environment":"live"', '"environment":"test"'),
    text.replace(`${ROWS[3]}\n`, `${ROWS[3]}\n${ROWS[3]}\n`),
    `${text}["21","one more",null]\n`,
    `${text}${lines.at(-1)}`,
  ];
  for (const one of [...cut, ...altered.map((content) => gzipSync(content))]) {
    expect(await checked(one)).toContain('is truncated or was changed');
  }
});

test('rejects a file of another program or a newer format, with an explanation', async () => {
  const refusal = async (bytes: Uint8Array | string) => {
    await writeFile(files.at('other'), bytes);
    return readHeader(files.at('other')).catch((error: Error) => error.message);
  };
  for (const other of [
    'plain text',
    ...['', 'of\ntwo lines\n', '{"version":2}\n{}\n'].map((text) => gzipSync(text)),
  ]) {
    expect(await refusal(other)).toBe(
      `${files.at('other')} was not written by \`npm run export\`.`,
    );
  }
  for (const end of [0, 30]) {
    expect(await refusal((await readFile(file)).subarray(0, end))).toContain(
      'is truncated or was changed',
    );
  }
  const newer = headerLine(HEADER).replace('"version":1', '"version":2');
  expect(await refusal(gzipSync(`${newer}{}\n`))).toContain(
    'has format version 2, but this service reads version 1',
  );
});

test("a failed write leaves no file, and doesn't change an existing one", async () => {
  async function* failing() {
    yield headerLine(HEADER);
    throw new Error('the database is away');
  }
  const before = await readFile(file);
  const entries = await readdir(files.at('.'));
  await expect(writeDataFile(file, failing())).rejects.toThrow('the database is away');
  await expect(writeDataFile(files.at('new.gz'), failing())).rejects.toThrow(
    'the database is away',
  );
  expect(await readFile(file)).toEqual(before);
  expect(await readdir(files.at('.'))).toEqual(entries);
});

test('rejects a line of more than 8 MiB before reading it completely, wherever it is', async () => {
  const header = headerLine(HEADER);
  const long = 'x'.repeat(20 * 1024 * 1024);
  for (const text of [long, `${header}${long}\n`, `${header}["1","${long}"]\n{}\n`]) {
    expect(await checked(gzipSync(text))).toContain('has an invalid line of more than 8 MiB');
  }
});
