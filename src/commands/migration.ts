// `npm run migration -- --name add-x`: writes the migration that prisma/schema.prisma lacks.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { migrationsDirectory } from '../database/migrations.ts';
import { missingMigration } from '../database/missing-migration.ts';

const { values } = parseArgs({ options: { name: { type: 'string', default: '' } } });
if (!/^[a-z0-9]+([-_][a-z0-9]+)*$/.test(values.name)) {
  process.stderr.write('Say what the migration is for: npm run migration -- --name add-product-weight\n');
  process.exit(1);
}

const sql = await missingMigration();
if (sql === undefined) {
  process.stdout.write('Nothing to do: the migrations and prisma/schema.prisma say the same.\n');
} else {
  const time = new Date().toISOString().replaceAll(/\D/g, '').slice(0, 'yyyymmddhhmmss'.length);
  const directory = join(migrationsDirectory, `${time}_${values.name}`);
  await mkdir(directory);
  await writeFile(join(directory, 'migration.sql'), sql);
  process.stdout.write(`Wrote ${join(directory, 'migration.sql')}\nRead it, add the checks it needs, then restart.\n`);
}
