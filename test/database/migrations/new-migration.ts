// `npm run migration -- --name add-x` writes the migration that the schema in prisma lacks.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseCommandLine, print, runCommand } from '../../../src/commands/command-line.ts';
import { MIGRATIONS_DIRECTORY } from '../../../src/database/migrations/migration-files.ts';
import { UsageError } from '../../../src/process/fatal-error.ts';
import { missingMigration } from './missing-migration.ts';

const USAGE = `Usage:
  npm run migration -- --name add-product-weight
The name is of lower-case letters and digits, with - or _ between words.`;

const NAME = /^[a-z0-9]+([-_][a-z0-9]+)*$/;

await runCommand(USAGE, async () => {
  const { values } = parseCommandLine({ name: { type: 'string', default: '' } });
  if (!NAME.test(values.name)) throw new UsageError(USAGE);
  const sql = await missingMigration();
  if (sql === undefined)
    return void (await print('The migrations lack nothing of the schema.'));
  const time = new Date()
    .toISOString()
    .replaceAll(/\D/g, '')
    .slice(0, 'yyyymmddhhmmss'.length);
  const directory = join(MIGRATIONS_DIRECTORY, `${time}_${values.name}`);
  await mkdir(directory);
  await writeFile(join(directory, 'migration.sql'), sql);
  print(
    `Wrote ${join(directory, 'migration.sql')}\nRead it, add the check constraints it needs, then restart.`,
  );
});
