// A database for which PostgreSQL stores no Unicode text.
import { expect, onTestFinished, test } from 'vitest';
import { runCommand, toldIn } from '../../process/service.ts';
import { postgresUrl } from '../../support/database.ts';
import { rowsAt } from '../../support/pg-client.ts';

test('a database in SQL_ASCII is rejected before its first migration, with the command that makes one', async () => {
  const url = await postgresUrl('nothing');
  const ascii = new URL(url);
  ascii.pathname += '_ascii';
  const name = ascii.pathname.slice(1);
  await rowsAt(
    url,
    `CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'SQL_ASCII' LOCALE 'C'`,
  );
  onTestFinished(async () => void (await rowsAt(url, `DROP DATABASE ${name}`)));
  const variables = { DATABASE_URL: ascii.href, PORT: '0' };
  const { code, stderr } = await runCommand('src/start.js', [], variables);
  expect(code).toBe(1);
  expect(toldIn(stderr).map(({ msg }) => msg)).toEqual([
    'The database has the encoding SQL_ASCII, and the service needs UTF8. ' +
      'Create it with `createdb --encoding=UTF8 --template=template0`.',
  ]);
  const tables = `SELECT FROM pg_tables WHERE schemaname = 'public'`;
  expect(await rowsAt(ascii.href, tables)).toEqual([]);
});
