// A new user's first steps: they are ticked by what the database has, their requests work when pasted, and they
// disappear.
import { expect, test } from 'vitest';
import type { Permission } from '../../../prisma/generated/client/enums.ts';
import { openTestApp } from '../../support/app.ts';
import { createTokenByForm, hiddenFields, newcomer, signedIn, type Visitor } from './visitor.ts';

const app = await openTestApp();

/** A signed-in user without a token, who already has a product. */
async function withoutToken(name: string, permissions?: Permission[]) {
  const person = await newcomer(app, name, permissions);
  await app.db.apiToken.delete({ where: { id: person.tokenId } });
  await app.product({}, person.id);
  return person;
}

const stepsOf = async (visitor: Visitor, path = '/dashboard') =>
  [...(await visitor.get(path)).html.matchAll(/(Done|To do): <\/span><strong>([^<]*)\./g)].map(
    ([, state, name]) => `${state}: ${name}`,
  );

/** The body of a request to paste, as a shell passes it to curl. */
function bodyOf(html: string, id: string) {
  const text = new RegExp(`<pre id="${id}".*?<code>(.*?)</code>`, 's').exec(html)?.[1] ?? '';
  const plain = text.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&lt;', '<');
  expect(plain).toContain('Authorization: Bearer $TOKEN');
  const [, body = '', lines = ''] = /-d (?:'([^']*)'|@- <<'BODY'\n(.*)\nBODY)/s.exec(plain) ?? [];
  return JSON.parse(body || lines.replaceAll('\n', ''));
}

test('are ticked by the first call and the first product, and disappear after the last one', async () => {
  const { visitor } = await withoutToken('ticks');
  expect(await stepsOf(visitor)).toEqual([]);
  const token = await createTokenByForm(visitor, 'First');
  expect(await stepsOf(visitor)).toEqual([
    'Done: Token created',
    'To do: Send your first call',
    'To do: Create your first product',
  ]);
  const { html } = await visitor.get('/dashboard');
  const read = bodyOf(html, 'graphql-request');
  expect(await app.graphql(read.query, read.variables, { token })).toMatchObject({ status: 200 });
  expect(await stepsOf(visitor)).toEqual([
    'Done: Token created',
    'Done: First call received',
    'To do: Create your first product',
  ]);
  const created = await app.rest('POST', '/product', bodyOf(html, 'rest-create'), { token });
  expect(created).toMatchObject({ status: 201 });
  expect(await stepsOf(visitor)).toEqual([]);
  expect(await stepsOf(visitor, '/dashboard?steps=1')).toEqual([
    'Done: Token created',
    'Done: First call received',
    'Done: First product created',
  ]);
  const { query, variables } = bodyOf(html, 'graphql-create');
  const { body } = await app.graphql(query, variables, { token });
  expect(body.data.createProduct).toMatchObject({ success: true, errors: [] });
});

test('ask no user without the permission to write for a product', async () => {
  const { visitor } = await withoutToken('reader', ['READ']);
  await createTokenByForm(visitor, 'First');
  expect(await stepsOf(visitor)).toEqual(['Done: Token created', 'To do: Send your first call']);
  expect((await visitor.get('/dashboard')).html).not.toContain('rest-create');
});

test('can be hidden, for this user in this browser', async () => {
  const { id, email, visitor } = await withoutToken('hidden');
  await createTokenByForm(visitor, 'First');
  const { html } = await visitor.get('/dashboard');
  const { form_token } = hiddenFields(html.slice(html.indexOf('action="/dashboard/first-steps"')));
  for (const [form, status] of [[{}, 403] as const, [{ form_token }, 303] as const]) {
    expect(await visitor.send('POST', '/dashboard/first-steps', { form })).toMatchObject({
      status,
    });
  }
  expect(await stepsOf(visitor)).toEqual([]);
  expect(await stepsOf(await signedIn(app, { id, email }))).toHaveLength(3);
  const next = await withoutToken('next');
  await createTokenByForm(next.visitor, 'First');
  next.visitor.cookies.set(
    'dashboard_first_steps',
    visitor.cookies.get('dashboard_first_steps') ?? '',
  );
  expect(await stepsOf(next.visitor)).toHaveLength(3);
});

test('disappear 30 days after the first token', async () => {
  const { id, visitor } = await withoutToken('old');
  await createTokenByForm(visitor, 'First');
  await app.db
    .$executeRaw`UPDATE api_tokens SET created_at = now() - interval '31 days' WHERE user_id = ${id}`;
  expect(await stepsOf(visitor)).toEqual([]);
});
