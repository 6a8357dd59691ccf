// The migrations in prisma/migrations.
import { hash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** `checksum` is the SHA-256 of the script in hexadecimal, as in Prisma's `_prisma_migrations` table. */
export type Migration = { name: string; sql: string; checksum: string };

export const MIGRATIONS_DIRECTORY = fileURLToPath(
  new URL('../../../prisma/migrations', import.meta.url),
);

export async function readMigrations(directory = MIGRATIONS_DIRECTORY) {
  const entries = await readdir(directory, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(names.sort().map((name) => readMigration(directory, name)));
}

async function readMigration(directory: string, name: string) {
  // Git may check out CRLF; the checksum is of the committed file, with LF.
  const sql = (await readFile(join(directory, name, 'migration.sql'), 'utf8')).replaceAll(
    '\r\n',
    '\n',
  );
  return { name, sql, checksum: hash('sha256', sql, 'hex') };
}
