// `npm run migration -- --name add-x`: writes the migration that prisma/schema.prisma lacks.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MIGRATIONS_DIRECTORY } from '../database/migrations/migrations.ts';
import { missingMigration } from '../database/migrations/missing-migration.ts';
import { UsageError } from '../process/fatal-error.ts';
import { parseCommandLine, print, runCommand } from './command-line.ts';

const USAGE = `Usage:
  npm run migration -- --name add-product-weight
The name is of lower-case letters and digits, with - or _ between words.`;

const NAME = /^[a-z0-9]+([-_][a-z0-9]+)*$/;

await runCommand(USAGE, async () => {
  const { values } = parseCommandLine(USAGE, { name: { type: 'string', default: '' } });
  if (!NAME.test(values.name)) throw new UsageError(USAGE);
  const sql = await missingMigration();
  if (sql === undefined) return print('The migrations lack nothing of prisma/schema.prisma.');
  const time = new Date().toISOString().replaceAll(/\D/g, '').slice(0, 'yyyymmddhhmmss'.length);
  const directory = join(MIGRATIONS_DIRECTORY, `${time}_${values.name}`);
  await mkdir(directory);
  await writeFile(join(directory, 'migration.sql'), sql);
  print(`Wrote ${join(directory, 'migration.sql')}\nRead it, add the check constraints it needs, then restart.`);
});
