// An export file: gzipped JSON lines with a format version; the last line is a SHA-256 of all others.
import { createHash, type Hash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { pipeline as pipe } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { z } from 'zod';

/** The file can't be imported; the message is for the operator. */
export class DataFileError extends Error {
  override readonly name = 'DataFileError';
}

const FORMAT = 'rental-marketplace-data';
const VERSION = 1;

const headerShape = z.object({
  format: z.literal(FORMAT),
  version: z.literal(VERSION),
  environment: z.enum(['test', 'live']),
  /** The migrations of the database, in order. */
  migrations: z.array(z.string()),
  /** ISO 8601. */
  created: z.string(),
});

export type Header = z.output<typeof headerShape>;

const tableShape = z.object({ table: z.string(), columns: z.array(z.string()) });

/** After the last table; `sequences` has the next number of each sequence, by column such as `users.id`. */
const totalsShape = z.object({
  rows: z.record(z.string(), z.int()),
  sequences: z.record(z.string(), z.string().regex(/^\d{1,18}$/)),
});

export type TableStart = z.output<typeof tableShape>;
export type FileTotals = z.output<typeof totalsShape>;

/** Rows of the preceding table: lines with an array of the values as PostgreSQL prints them, or null. */
export interface Rows {
  readonly lines: readonly string[];
}

const entryShape = z.union([headerShape, tableShape, totalsShape]);

type Entry = z.output<typeof entryShape>;

export const headerLine = (header: Omit<Header, 'format' | 'version'>): string =>
  jsonLine({ format: FORMAT, version: VERSION, ...header });

/** A line with its newline. */
export const jsonLine = (entry: Entry): string => `${JSON.stringify(entry)}\n`;

const checksumLine = (hash: Hash): string => JSON.stringify({ sha256: hash.digest('hex') });

/** Writes whole lines to a file with a temporary name, which is renamed once it is complete and on disk. */
export async function writeDataFile(path: string, lines: AsyncIterable<string>): Promise<void> {
  const part = `${path}.${process.pid}.part`;
  // The file contains hashes of tokens and passwords, so only its owner may read it.
  const file = createWriteStream(part, { flags: 'wx', mode: 0o600, flush: true });
  const hash = createHash('sha256');
  async function* withChecksum() {
    for await (const text of lines) {
      hash.update(text);
      yield text;
    }
    yield `${checksumLine(hash)}\n`;
  }
  try {
    await pipeline(withChecksum(), createGzip(), file);
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

/** @throws {DataFileError} The file is truncated, from another program, or in a newer format. */
export async function readHeader(path: string): Promise<Header> {
  const line = parsed(await readFirstLine(path));
  const header = headerShape.safeParse(line);
  if (header.success) return header.data;
  const newer = z
    .object({ format: z.literal(FORMAT), version: z.int().min(VERSION + 1) })
    .safeParse(line);
  if (!newer.success) throw new DataFileError(`${path} was not written by \`npm run export\`.`);
  throw new DataFileError(
    `${path} has format version ${newer.data.version}, but this service reads version ${VERSION}: import it with a newer service.`,
  );
}

/** Empty if the file isn't compressed. @throws {DataFileError} The file ends within the line. */
async function readFirstLine(path: string): Promise<string> {
  try {
    for await (const [first = ''] of verifiedLines(path)) return first;
  } catch (error) {
    const isCut =
      ((error as Error).cause as NodeJS.ErrnoException | undefined)?.code === 'Z_BUF_ERROR';
    if (isCut || !(error instanceof DataFileError)) throw error;
  }
  return '';
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/**
 * The parts of a file in order, with all rows of a chunk together. @throws {DataFileError} A line is not from an
 * export; or, at the end, lines are missing or altered.
 */
export async function* readParts(path: string): AsyncGenerator<Entry | Rows> {
  for await (const lines of verifiedLines(path)) {
    let rows: string[] = [];
    for (const line of lines) {
      if (line.startsWith('[')) rows.push(line);
      else {
        if (rows.length > 0) yield { lines: rows };
        rows = [];
        const entry = entryShape.safeParse(parsed(line));
        if (!entry.success) throw new DataFileError(`${path} has an invalid line.`);
        yield entry.data;
      }
    }
    if (rows.length > 0) yield { lines: rows };
  }
}

/** Verifies a file's checksum; returns the bytes of its lines. @throws {DataFileError} */
export async function checkFile(path: string): Promise<number> {
  let bytes = 0;
  for await (const lines of verifiedLines(path)) {
    for (const line of lines) bytes += Buffer.byteLength(line);
  }
  return bytes;
}

/** All lines except the last, which is their checksum. */
async function* verifiedLines(path: string): AsyncGenerator<readonly string[]> {
  const hash = createHash('sha256');
  let last: string | undefined;
  for await (const lines of decompressedLines(path)) {
    const known = last === undefined ? lines : [last, ...lines];
    last = known.pop();
    if (known.length === 0) continue;
    hash.update(`${known.join('\n')}\n`);
    yield known;
  }
  if (last !== checksumLine(hash)) throw incomplete(path);
}

const incomplete = (path: string, cause?: unknown) =>
  new DataFileError(`${path} is truncated or was changed: its checksum does not match.`, { cause });

/** In bytes. */
const CHUNK = 256 * 1024;

/**
 * In characters. A product has less than 8 MiB of text, because each column comes from a request of at most 1 MiB and
 * equipments, JSON in JSON, are escaped twice. The rest is for its short columns.
 */
const MAX_LINE = 8 * 1024 * 1024 + CHUNK;

async function* decompressedLines(path: string): AsyncGenerator<string[]> {
  let rest = '';
  const text = pipe(
    createReadStream(path),
    createGunzip({ chunkSize: CHUNK }),
    () => {},
  ).setEncoding('utf8');
  try {
    for await (const chunk of text) {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      if (lines.length > 0) yield lines;
      if (rest.length > MAX_LINE)
        throw new DataFileError(`${path} has an invalid line of more than 8 MiB.`);
    }
  } catch (error) {
    // zlib's codes, such as Z_DATA_ERROR for a file that isn't gzip.
    throw String((error as { code?: unknown }).code).startsWith('Z_')
      ? incomplete(path, error)
      : error;
  }
  if (rest !== '') throw incomplete(path);
}
