// The service works in the schema `public`, and triggers work whatever the search_path of a session.
import { expect, test } from 'vitest';
import { parseConfig } from '../../../src/config.ts';
import { postgresUrl } from '../../support/database.ts';
import { openPostgres } from '../../support/open-postgres.ts';
import { connectedClient, rowsAt } from '../../support/pg-client.ts';

test('another schema in the parameter `schema` is rejected', () => {
  const parse = (schema: string) => () =>
    parseConfig({ DATABASE_URL: `postgres://localhost/a?schema=${schema}` });
  expect(parse('app')).toThrow(/DATABASE_URL.*schema public/);
  expect(parse('public')).not.toThrow();
});

test('a new database gets its tables in the schema public, whatever its search_path', async () => {
  const url = await postgresUrl('nothing');
  const name = new URL(url).pathname.slice(1);
  await rowsAt(url, 'CREATE SCHEMA app');
  await rowsAt(url, `ALTER DATABASE ${name} SET search_path = app, public`);
  const { db, close } = await openPostgres(url);
  expect(await db.user.count()).toBe(0);
  await close();
  const inApp = `SELECT relname FROM pg_class WHERE relnamespace = 'app'::regnamespace`;
  expect(await rowsAt(url, inApp)).toEqual([]);
});

test('triggers work in a session without a search_path, as when a dump of data is restored', async () => {
  const client = await connectedClient(await postgresUrl());
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
