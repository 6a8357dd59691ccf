// The migrations of the rehearsed release, after those in prisma/migrations.
import {
  type Migration,
  readMigrations as released,
} from '../../../../src/database/migrations/migration-files.ts';
import { REHEARSED_MIGRATIONS } from '../rehearsed-files.ts';

export { MIGRATIONS_DIRECTORY } from '../../../../src/database/migrations/migration-files.ts';

export async function readMigrations(directory?: string): Promise<Migration[]> {
  if (directory) return released(directory);
  return [...(await released()), ...(await released(REHEARSED_MIGRATIONS))];
}
