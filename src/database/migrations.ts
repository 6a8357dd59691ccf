// The migrations of prisma/migrations as files, oldest first.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The checksum is SHA-256 of the script in hexadecimal, as Prisma records it. */
export type Migration = { name: string; sql: string; checksum: string };

export const migrationsDirectory = fileURLToPath(new URL('../../prisma/migrations', import.meta.url));

export async function readMigrations(directory = migrationsDirectory): Promise<Migration[]> {
  const entries = await readdir(directory, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(names.sort().map((name) => readMigration(directory, name)));
}

async function readMigration(directory: string, name: string): Promise<Migration> {
  // A checkout may have given the file the line ends of its machine; the checksum is that of the committed ones.
  const sql = (await readFile(join(directory, name, 'migration.sql'), 'utf8')).replaceAll('\r\n', '\n');
  return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
}
