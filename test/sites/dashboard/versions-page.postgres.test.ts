// What the latest version would change for each token, by its operations, its API and its failed requests.
import { expect, test, vi } from 'vitest';
import { hashToken } from '../../../src/accounts/token-format.ts';
import { htmlText } from '../../../src/sites/docs/highlight.ts';
import { readTokenUses } from '../../../src/usage/reads.ts';
import { openTestApp } from '../../support/app.ts';
import { rehearsal, rehearsedOn, V1, V2 } from '../../system/releases/rehearsal.ts';
import { newcomer, signedIn } from './visitor.ts';

let now = new Date('2031-02-28T00:00:00Z');
const app = await openTestApp({ versions: rehearsedOn(() => now) });

/** A token of the owner with the version of this day. */
async function ownersToken(name: string) {
  const { token, tokenId } = await app.person(name);
  await app.db.apiToken.update({ where: { id: tokenId }, data: { userId: app.owner.id, name } });
  return { token, tokenId };
}

/** Each token's changes on the page, by token name. */
async function changesOnPage() {
  const { html } = await (await signedIn(app)).get('/dashboard/versions');
  const details = [...html.matchAll(/<details.*?<\/details>/gs)].map(([text]) => text);
  return {
    html,
    of: (name: string) => {
      const found = details.find((text) => text.includes(`<bdi>${name}</bdi>`)) ?? '';
      const changes = [...found.matchAll(/<li>(.*?)<\/li>/gs)].map(([, item = '']) =>
        htmlText(item),
      );
      return { text: htmlText(found), changes };
    },
  };
}

test('before the day of a release nothing would change', async () => {
  const { html } = await changesOnPage();
  expect(html).not.toMatch(/would change|service-version: /);
});

test('each token sees the changes that affect what it used, and the end of its version', async () => {
  const product = await app.product();
  const [reader, writer] = [await ownersToken('reader'), await ownersToken('writer')];
  const [graphql, unused] = [await ownersToken('graphql'), await ownersToken('unused')];
  await app.rest('GET', `/rental/1`, undefined, reader);
  await app.rest('POST', '/product', { product: { title: 'a', rent: 1, sku: 's' } }, writer);
  await app.graphql(`{ product(id: ${product.id}) { id } }`, {}, graphql);
  await app.db.apiToken.update({
    where: { id: app.owner.tokenId },
    data: { revokedAt: new Date() },
  });
  now = new Date(V2);
  const late = await ownersToken('late');
  const { of, html } = await changesOnPage();

  const rental = ['status', 'status', 'start_date', 'daily_rate', 'total', 'email'];
  const changed = of('reader').changes.map((text) => text.split(' ')[0]);
  expect(changed.toSorted()).toEqual(rental.toSorted());
  expect(of('reader').text).toContain('readRental over REST');
  expect(of('reader').text).toContain(`reader has the version ${V1}, which ends 2032-09-01.`);
  expect(of('writer').text).toContain('createProduct over REST');
  expect(of('writer').changes).toContain(
    'equipments of products has another limit: max: 20, before max: 50.',
  );
  expect(of('writer').changes.join()).not.toMatch(/rental|bundle|account/);
  // Names, values and types belong to REST only.
  expect(of('graphql').changes).toEqual(['cost of products was removed. Nobody asked for it.']);
  expect(of('unused').changes).toHaveLength(rehearsal.changes.length);
  expect(of('unused').text).toContain('It hasn’t been used');
  expect([of('late').text, of('owner').text]).toEqual(['', '']);
  expect(htmlText(html)).toContain(`-H 'service-version: ${V2}'`);
  expect(htmlText(html)).toContain('Authorization: Bearer $TOKEN');
  for (const { token } of [reader, writer, graphql, unused, late])
    expect(html).not.toContain(token.slice(9, -4));
});

test('shows stages and ends of versions, with their tokens', async () => {
  now = new Date('2032-06-01T00:00:00Z');
  const late = await ownersToken('newest');
  const { html } = await changesOnPage();
  const [, ofV2 = '', ofV1 = ''] = html.split('class="card version" aria-labelledby="v');
  expect(ofV2).toContain(`${V2}</span> <span class="badge stage-active">active</span>`);
  const deprecated =
    '<span class="badge stage-deprecated">deprecated</span> <span class="warn">ends 2032-09-01</span>';
  expect(ofV1).toContain(`${V1}</span> ${deprecated}`);
  expect([ofV2, ofV1].map((part) => part.includes(`/tokens/${late.tokenId}"`))).toEqual([
    true,
    false,
  ]);
  expect((await (await signedIn(app)).get('/dashboard')).html).toContain('ends 2032-09-01');
});

test('marks a field that failed in a request, even in a trial by header', async () => {
  now = new Date('2031-02-28T00:00:00Z');
  const { token } = await ownersToken('trial');
  now = new Date(V2);
  const headers = { 'service-version': V2 };
  await app.rest(
    'POST',
    '/product',
    { product: { title: 'a', rent: 1, sku: 's' } },
    { token, headers },
  );
  const product = { title: 'a', rent: 1, sku: 's', equipments: [{ name: 1, quantity: 1 }] };
  await app.rest('POST', '/product', { product }, { token });
  const marked = (await changesOnPage())
    .of('trial')
    .changes.filter((text) => text.endsWith('In a failed request'));
  expect(marked.map((text) => text.split(' ')[0])).toEqual([
    'rent',
    'name',
    'country_of_manufacture',
  ]);
});

test('ignores what a token did more than 31 days ago', async () => {
  const { tokenId } = await ownersToken('old');
  const row = { tokenId, surface: 'REST', calls: 1, refused: 0, throttled: 0 } as const;
  const ago = (days: number) =>
    new Date(Math.floor(Date.now() / 3_600_000 - days * 24) * 3_600_000);
  const recent = { ...row, hour: ago(30), operations: ['readProduct', 'readProduct'] };
  await app.db.tokenUsage.createMany({
    data: [recent, { ...row, hour: ago(32), operations: ['createBundle'] }],
  });
  const used = [{ surface: 'REST', operation: 'readProduct' }];
  expect(await readTokenUses(app.db, [tokenId], [])).toEqual([{ tokenId, used, refused: [] }]);
});

test('a page has 20 tokens, and reads only their usage, with one statement', async () => {
  now = new Date(V2);
  const { id, tokenId, visitor } = await newcomer(app, 'many');
  const row = { userId: id, prefix: 'svc_test_', lastFour: 'xxxx', version: V1 };
  const names = Array.from({ length: 21 }, (_, n) => `Token ${n}`);
  await app.db.apiToken.createMany({
    data: names.map((name) => ({ ...row, name, hash: hashToken(name) })),
  });
  await app.db.apiToken.delete({ where: { id: tokenId } });
  const statements = vi.spyOn(app.db, '$queryRaw');
  async function shown(query: string) {
    statements.mockClear();
    const { status, html } = await visitor.get(`/dashboard/versions${query}`);
    const read = statements.mock.calls.flatMap(([, , , ids]) =>
      Array.isArray(ids) ? [ids.length] : [],
    );
    return {
      status,
      read,
      names: [...html.matchAll(/<summary><bdi>([^<]*)</g)].map(([, name]) => name),
      html,
    };
  }
  const newestFirst = names.toReversed();
  expect(await shown('')).toMatchObject({
    status: 200,
    read: [20],
    names: newestFirst.slice(0, 20),
  });
  expect((await shown('')).html).toContain('rel="next" href="/dashboard/versions?page=2"');
  expect(await shown('?page=2')).toMatchObject({ status: 200, read: [1], names: ['Token 0'] });
  expect(await shown('?page=2147483647')).toMatchObject({ status: 200, names: ['Token 0'] });
  expect(await shown('?page=0')).toMatchObject({ status: 400, read: [], names: [] });
  statements.mockRestore();
});
