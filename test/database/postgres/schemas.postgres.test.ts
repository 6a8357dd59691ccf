// The service works in the schema `public`: a start in another one is rejected with a sentence, and triggers work whatever
// the search_path of a session.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parseConfig } from '../../../src/config.ts';
import { type FreshPostgres, freshPostgres } from '../../support/database.ts';
import { openPostgres } from '../../support/open-postgres.ts';
import { connectedClient, rowsAt } from '../../support/pg-client.ts';

let server: FreshPostgres;
beforeEach(async () => {
  server = await freshPostgres();
});
afterEach(() => server.drop());

/** The URL with a parameter. */
function withParameter(name: string, value: string): string {
  const url = new URL(server.url);
  url.searchParams.set(name, value);
  return url.href;
}

const nameOf = ({ url }: FreshPostgres) => new URL(url).pathname.slice(1);

describe('another schema than public is rejected at the start', () => {
  test('by the parameter `schema`', () => {
    const parse = (schema: string) => () =>
      parseConfig({ DATABASE_URL: withParameter('schema', schema) });
    expect(parse('app')).toThrow(/DATABASE_URL.*schema public/);
    expect(parse('public')).not.toThrow();
  });

  test.each([
    ['an existing schema', 'app', 'app'],
    ['a schema that does not exist', 'missing', 'missing'],
    ['another one before public', 'app, public', 'app'],
  ])('by a search_path: %s', async (_, path) => {
    const name = nameOf(server);
    await rowsAt(server.url, 'CREATE SCHEMA app');
    await rowsAt(server.url, `ALTER DATABASE ${name} SET search_path = ${path}`);
    const refusal = new RegExp(`search_path \\(${path}\\).*schema public.*ALTER`);
    await expect(openPostgres(server.url)).rejects.toThrow(refusal);
    await rowsAt(server.url, `ALTER DATABASE ${name} RESET search_path`);
    await expect(
      openPostgres(withParameter('options', `-c search_path=${path.replaceAll(' ', '')}`)),
    ).rejects.toThrow(/search_path/);
  });

  test('before a migration, so that a new database stays empty', async () => {
    const empty = await freshPostgres('nothing');
    const name = nameOf(empty);
    await rowsAt(empty.url, 'CREATE SCHEMA app');
    await rowsAt(empty.url, `ALTER DATABASE ${name} SET search_path = app`);
    await expect(openPostgres(empty.url)).rejects.toThrow('search_path');
    expect(
      await rowsAt(
        empty.url,
        `SELECT relname FROM pg_class JOIN pg_namespace n ON n.oid = relnamespace WHERE nspname IN ('app', 'public')`,
      ),
    ).toEqual([]);
    await empty.drop();
  });
});

test('the parameter `options` is passed on, beside those of the service', async () => {
  const { db, openSession, close } = await openPostgres(
    withParameter('options', '-c work_mem=5MB -c jit=on'),
  );
  const settings = `SELECT current_setting('work_mem') AS memory, current_setting('jit') AS jit`;
  const session = await openSession();
  for (const client of [db, db.reads, db.inserts])
    expect(await client.$queryRawUnsafe(settings)).toEqual([{ memory: '5MB', jit: 'off' }]);
  expect(await session.query(settings)).toEqual([{ memory: '5MB', jit: 'off' }]);
  await session.close();
  await close();
});

test('triggers work in a session without a search_path, as when a dump of data is restored', async () => {
  const client = await connectedClient(server.url);
  await client.query(`SELECT set_config('search_path', '', false)`);
  await client.query(`
    INSERT INTO public.users (id, name, email) VALUES (1, 'Ada', 'ada@example.com');
    INSERT INTO public.products (id, owner_id, title, rent, stock_type, quantity, updated_at, idempotency_record)
      VALUES (1, 1, 'Tent', 1, 'bulk', 1, now(), '{"keyHash":"k","operation":"createProduct","inputHash":"i"}');
    UPDATE public.products SET title = 'Boat'`);
  const { rows } = await client.query(`
    SELECT (SELECT count(*)::int FROM public.idempotency_records) AS records,
      (SELECT revision FROM public.products) AS revision`);
  expect(rows).toEqual([{ records: 1, revision: 2 }]);
  await client.end();
});
