// Every command for operators, as a process of its own.
import { join } from 'node:path';
import { runCommand, temporaryDirectory } from '../../../../process/service.ts';
import type { Row } from '../../drill.ts';
import type { FilledServer } from './filled-server.ts';
import { measured } from './timed.ts';

const COMMAND_WITHIN = 5_000;
/** For each 10⁶ rows. */
const EXPORT_WITHIN = 60_000;
/** It checks each row, and makes the indexes. */
const IMPORT_TIMES = 3;
const ERASE_WITHIN = 120_000;
const ROWS_OF_UNIT = 1_000_000;

const email = 'user23@example.com';
const COMMANDS: readonly (readonly string[])[] = [
  ['seed', '--json'],
  ['migrate', '--dry-run'],
  ['migrate'],
  ['token', 'create', '--email', email, '--name', 'Till'],
  ['token', 'list', '--email', email],
  ['token', 'revoke', '--email', email, '--id', '203'],
  ['token', 'revoke', '--email', email, '--all', '--yes'],
  ['user', 'create', '--email', 'new@example.com', '--name', 'New'],
  ['user', 'password', '--email', email],
  ['user', 'permissions', '--email', email, '--permissions', 'read'],
  ['user', 'list'],
  ['user', 'disable', '--email', email, '--yes'],
  ['user', 'enable', '--email', email, '--yes'],
];

/** Those that read every row of a table, or write each of a user, for each 10⁶ rows. */
const LONG = [
  ['token', 'find', '--last-four', '0123'],
  ['user', 'list', '--email', 'user30'],
];
const LONG_WITHIN = 3_000;

const runOn =
  (url: string) =>
  async ([name, ...words]: readonly string[]) => {
    const { code, stderr } = await runCommand(`src/commands/${name}.ts`, words, { DATABASE_URL: url });
    if (code !== 0) throw new Error(stderr);
  };

export async function runCommands({ url, size }: FilledServer): Promise<Row[]> {
  const run = runOn(url);
  const rows: Row[] = [];
  const long = COMMAND_WITHIN + (LONG_WITHIN * size.tokens) / ROWS_OF_UNIT;
  for (const command of COMMANDS) rows.push(await measured(nameOf(command), COMMAND_WITHIN, () => run(command)));
  for (const command of LONG) rows.push(await measured(nameOf(command), long, () => run(command)));
  return rows;
}

const nameOf = (command: readonly string[]) => `npm run ${command.filter((word) => !word.includes('@')).join(' ')}`;

/** The user with 10⁵ products, 200 tokens and their usage. */
export async function eraseOwner({ url, owner }: FilledServer): Promise<Row[]> {
  const erase = ['user', 'erase', '--email', owner.email, '--yes'];
  return [await measured('npm run user erase, of the owner', ERASE_WITHIN, () => runOn(url)(erase))];
}

export async function transferAll({ url, client, empty }: FilledServer): Promise<Row[]> {
  const directory = await temporaryDirectory();
  const { rows } = await client.query('SELECT sum(n_live_tup)::float8 AS all FROM pg_stat_user_tables');
  const within = COMMAND_WITHIN + (EXPORT_WITHIN * rows[0].all) / ROWS_OF_UNIT;
  const file = join(directory.path, 'all.gz');
  const whole = (milliseconds: number) => Math.round(milliseconds / 1000) * 1000;
  const exported = await measured('npm run export', whole(within), () => runOn(url)(['export', file]));
  const imported = await measured('npm run import', whole(within * IMPORT_TIMES), async () => {
    await runOn(empty)(['migrate']);
    await runOn(empty)(['import', file]);
  });
  await directory.remove();
  return [exported, imported];
}
