// The activity page, its filter and its CSV file (D50).
import { expect, test } from 'vitest';
import { issueToken, rollToken } from '../../../src/accounts/tokens.ts';
import { openTestApp } from '../../support/app.ts';
import { NEWEST_VERSION } from '../../support/newest-version.ts';
import { operator } from '../../support/operator.ts';
import { newcomer, type Page, signedIn } from './visitor.ts';

const app = await openTestApp();
const visitor = await signedIn(app);

const PATH = '/dashboard/activity';

interface Row {
  readonly action: string;
  readonly at?: Date;
  readonly tokenName?: string;
  readonly agent?: string;
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
  const roll = await reader.get(`/dashboard/tokens/${old.id}/roll`);
  await reader.submit(roll, { end: 'later' }, { 'User-Agent': 'Shop "x" <script>' });
  const page = await reader.get(PATH);
  expect(actions(page)).toEqual(['Token rolled', 'Signed in', 'Token created']);
  expect(page.html).toContain(
    '<bdi>&lt;b&gt;Till&lt;/b&gt;</bdi></a> <span class="muted">replaces',
  );
  const agent = 'Shop &quot;x&quot; &lt;script&gt;';
  expect(page.html).toContain(`<bdi>192.0.2.1</bdi>, <bdi title="${agent}">${agent}</bdi>`);
  expect(page.html).toContain('an operator, <bdi>');
  expect(page.html.match(/This session/g)).toHaveLength(2);
  expect(page.html).toContain('in the last 365 days');
  expect(page.html).toContain('href="/dashboard/activity" aria-current="page"');
  expect(actions(await visitor.get(PATH))).toEqual(['Signed in']);
});

test('shows a sentence if there is no activity', async () => {
  const { id, visitor: nothing } = await newcomer(app, 'nothing');
  await app.db.activity.deleteMany({ where: { userId: id } });
  const { status, html } = await nothing.get(PATH);
  expect([status, html.includes('No activity yet.'), html.includes('Download CSV')]).toEqual([
    200,
    true,
    false,
  ]);
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
await write(userId, [
  { action: 'sign-in-refused', at: new Date('2026-01-31T23:59:59.999Z') },
  { action: 'password-changed', at: new Date('2026-02-01T00:00:00Z') },
]);

test('the filter selects one action, one token including rolled ones, and the days from first to last, inclusive', async () => {
  expect(actions(await owner.get(`${PATH}?action=sign-in-refused`))).toEqual(['Sign-in failed']);
  expect(actions(await owner.get(`${PATH}?token=${tokenId}`))).toEqual([
    'Token rolled',
    'Token created',
  ]);
  expect(actions(await owner.get(`${PATH}?from=2026-01-31&to=2026-01-31`))).toEqual([
    'Sign-in failed',
  ]);
  expect(actions(await owner.get(`${PATH}?from=2026-02-01&to=2026-02-01`))).toEqual([
    'Password changed',
  ]);
  const { html } = await owner.get(`${PATH}?action=token-created&from=2099-01-01`);
  expect(html).toContain('No activity matches.');
  expect(html).toContain('<option value="token-created" selected>Token created</option>');
  expect(html).toContain('name="from" value="2099-01-01"');
  expect((await owner.get(`${PATH}?token=${app.owner.tokenId}`)).html).toContain(
    'No activity matches.',
  );
  // An action that is only in the log.
  expect((await owner.get(PATH)).html).not.toContain('throttled');
});

test('pages link to older and newer rows, each shown once, and keep the filter', async () => {
  const { id, visitor: owner } = await newcomer(app, 'pages');
  const rows = Array.from({ length: 120 }, (_, n) => ({
    action: n % 2 ? 'token-created' : 'token-revoked',
  }));
  await write(id, [...rows, ...rows]);
  const first = await owner.get(`${PATH}?action=token-created`);
  const second = await owner.get(link(first, 'next') ?? '');
  const third = await owner.get(link(second, 'next') ?? '');
  expect([first, second, third].map((page) => actions(page).length)).toEqual([50, 50, 20]);
  expect([link(first, 'prev'), link(third, 'next')]).toEqual([undefined, undefined]);
  expect((await owner.get(link(third, 'prev') ?? '')).html).toBe(second.html);
  const back = await owner.get(link(second, 'prev') ?? '');
  expect(actions(back)).toEqual(actions(first));
  expect(link(back, 'prev')).toBeUndefined();
});

test('the CSV file has every filtered row once, latest first, and no formulas', async () => {
  const { id, visitor: owner } = await newcomer(app, 'file');
  const formula = '=HYPERLINK("http://example.com")';
  await write(id, [{ action: 'token-created', tokenName: formula, agent: '@SUM(1)' }]);
  await write(id, Array(2_500).fill({ action: 'token-renamed' }));
  const { status, headers, html } = await owner.get(`${PATH}.csv?action=token-renamed`);
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
  expect(headers.get('content-disposition')).toMatch(
    /^attachment; filename="activity-\d{4}-\d\d-\d\d\.csv"$/,
  );
  const [heading, ...lines] = html.trimEnd().split('\r\n');
  expect(heading).toBe(
    '"Time (UTC)","Action","Token ID","Token","Replaced token ID","Through","Address","Agent","Session ID","Operator"',
  );
  expect(lines).toHaveLength(2_500);
  const all = (await owner.get(`${PATH}.csv`)).html.trimEnd().split('\r\n');
  expect(all).toHaveLength(1 + 2_502);
  expect(all.at(-2)).toContain(`"'=HYPERLINK(""http://example.com"")"`);
  expect(all.at(-1)).toContain('"signed-in"');
});
