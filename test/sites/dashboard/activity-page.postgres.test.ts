// The activity page (D50).
import { expect, test } from 'vitest';
import { issueToken, rollToken } from '../../../src/accounts/tokens.ts';
import { openTestApp } from '../../support/app.ts';
import { NEWEST_VERSION } from '../../support/newest-version.ts';
import { operator } from '../../support/operator.ts';
import { newcomer, type Page, shows, signedIn } from './visitor.ts';

const app = await openTestApp();
const visitor = await signedIn(app);

const PATH = '/dashboard/activity';

interface Row {
  readonly action: string;
  readonly tokenId?: number;
}

const write = (userId: number, rows: readonly Row[]) =>
  app.db.activity.createMany({
    data: rows.map((row) => ({
      userId,
      through: 'dashboard',
      address: '192.0.2.7',
      tokenId: 2 ** 31 - 1,
      ...row,
    })),
  });

/** The actions on a page, from top to bottom. */
const actions = ({ html }: Page) =>
  [
    ...html.matchAll(
      /<th role="rowheader" scope="row" class="nowrap"><span(?: class="warn")?>([^<]*)/g,
    ),
  ].map(([, name]) => name);

/** Link addresses by their relation. */
const link = ({ html }: Page, rel: string) =>
  new RegExp(`rel="${rel}" href="([^"]*)"`).exec(html)?.[1]?.replaceAll('&amp;', '&');

test('owners see only their own activity, latest first, with token, place and program (D50)', async () => {
  const person = await app.person('reader');
  const old = await issueToken(operator(app.db), {
    ...shop,
    userId: person.id,
    name: '<b>Till</b>',
  });
  const reader = await signedIn(app, person);
  const roll = await reader.open(`/tokens/${old.id}/roll`);
  await reader.submit(roll, { end: 'later' }, { 'User-Agent': 'Shop "x" <script>' });
  const page = await reader.get(PATH);
  expect(actions(page)).toEqual(['Token rolled', 'Signed in', 'Token created']);
  expect(page.html).toContain(
    '<bdi>&lt;b&gt;Till&lt;/b&gt;</bdi></a>\n<span class="muted">replaces',
  );
  const agent = 'Shop &quot;x&quot; &lt;script&gt;';
  expect(page.html).toContain(`<bdi>192.0.2.1</bdi>, <bdi title="${agent}">${agent}</bdi>`);
  expect(page.html).toContain('an operator, <bdi>');
  expect(page.html).toContain('href="/dashboard/activity" aria-current="page"');
  expect(actions(await visitor.get(PATH))).toEqual(['Signed in']);
});

test('shows a sentence if there is no activity', async () => {
  const { id, visitor: nothing } = await newcomer(app, 'nothing');
  await app.db.activity.deleteMany({ where: { userId: id } });
  expect(await nothing.get(PATH)).toMatchObject(shows(200, 'No activity yet.'));
});

const { id: userId, visitor: owner } = await newcomer(app, 'filtering');
const shop = { userId, name: 'Shop', environment: 'test', version: NEWEST_VERSION } as const;
const { id: tokenId } = await issueToken(operator(app.db), shop);
await rollToken(operator(app.db), {
  userId,
  tokenId,
  environment: 'test',
  overlaps: true,
  lastDay: '',
});
test('shows one token, including the ones that a roll replaced', async () => {
  expect(actions(await owner.get(`${PATH}?token=${tokenId}`))).toEqual([
    'Token rolled',
    'Token created',
  ]);
  const foreign = await owner.get(`${PATH}?token=${app.owner.tokenId}`);
  expect(foreign.html).toContain('No activity yet.');
});

test('links to older rows, each shown once, and keeps the token', async () => {
  const { id, visitor: owner } = await newcomer(app, 'pages');
  await write(id, Array(120).fill({ action: 'token-renamed', tokenId: 7 }));
  const first = await owner.get(`${PATH}?token=7`);
  const second = await owner.get(link(first, 'next') ?? '');
  const third = await owner.get(link(second, 'next') ?? '');
  expect([first, second, third].map((page) => actions(page).length)).toEqual([50, 50, 20]);
  expect(link(third, 'next')).toBeUndefined();
});
