// What whoever reads the database, a backup or an export gets to know: hashes alone.
import { expect, test } from 'vitest';
import { issueToken } from '../../src/accounts/tokens.ts';
import { setPassword } from '../../src/accounts/users.ts';
import { createTokenByForm, createVisitor, PASSWORD } from '../sites/dashboard/visitor.ts';
import { openTestApp } from '../support/app.ts';
import { NEWEST_VERSION } from '../support/newest-version.ts';
import { operator } from '../support/operator.ts';

const app = await openTestApp();

/** Every row of every table, as text. */
async function dump(): Promise<string> {
  const [row] = await app.db.$queryRaw<{ rows: string }[]>`
    SELECT string_agg(query_to_xml(format('SELECT * FROM %I', tablename), true, false, '')::text, '') AS rows
    FROM pg_tables WHERE schemaname = current_schema()`;
  return row?.rows ?? '';
}

test('a dump has no token, no password and no session in clear, whatever was done with them', async () => {
  const { id, email, token } = app.owner;
  await setPassword(operator(app.db), id, PASSWORD);
  const visitor = createVisitor(app);
  await visitor.signIn(email, 'a wrong password');
  await visitor.signIn(email);
  const made = await createTokenByForm(visitor, 'Till');
  const asked = { userId: id, name: 'By command', environment: 'test', version: NEWEST_VERSION } as const;
  const { value } = await issueToken(operator(app.db), asked);
  for (const used of [token, made, value]) {
    await app.rest('GET', `/product/${used}?token=${used}`, undefined, {
      token: used,
      headers: { 'User-Agent': used },
    });
    await app.rest('POST', '/product', { product: { [used]: used } }, { token: used });
  }
  await visitor.get('/dashboard');
  const rows = await dump();
  expect(rows).toContain('By command');
  expect(rows).toContain(email);
  const secrets = [token, made, value, PASSWORD, 'a wrong password', ...visitor.cookies.values()];
  expect(secrets.every((secret) => secret.length > 10)).toBe(true);
  expect(secrets.filter((secret) => rows.includes(secret))).toEqual([]);
});
