// The CSV file of an owner with many tokens is read and sent in parts.
import { expect, test } from 'vitest';
import { signedIn } from '../sites/dashboard/visitor.ts';
import { createTestApp } from '../support/app.ts';

test('the CSV file of many tokens has a row for each day, token and API, once and in order', async () => {
  const app = await createTestApp();
  await app.db.$executeRaw`
    INSERT INTO api_tokens (user_id, name, hash, prefix, last_four, version)
    SELECT ${app.owner.id}, 'Till ' || n, encode(sha256(n::text::bytea), 'hex'), 'svc_test_', '0000', '2025-08-16' FROM generate_series(1, 40) AS n`;
  await app.db.$executeRaw`
    INSERT INTO token_usage (token_id, hour, surface, calls, refused, throttled)
    SELECT id, date_trunc('day', now(), 'UTC') - make_interval(days => day, hours => hour), surface, 1, 0, 0
    FROM api_tokens, generate_series(0, 28) AS day, unnest(ARRAY[0, -1]) AS hour, unnest(enum_range(NULL::surface)) AS surface
    WHERE name LIKE 'Till %'`;
  const visitor = await signedIn(app);
  const { status, html } = await visitor.get('/dashboard/usage.csv?period=30d');
  const rows = html.trimEnd().split('\r\n').slice(1);
  expect(status).toBe(200);
  expect(rows).toHaveLength(40 * 29 * 2);
  expect(new Set(rows.map((row) => row.split(',').slice(0, 5).join())).size).toBe(rows.length);
  expect(rows.every((row) => row.endsWith(',"2","0","0","0"'))).toBe(true);
  const days = rows.map((row) => row.slice(0, '"2026-01-01"'.length));
  expect(days).toEqual(days.toSorted().toReversed());
  await app.close();
});
