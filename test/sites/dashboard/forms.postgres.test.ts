// Forms of other sites change nothing, over TLS and plain HTTP; malformed forms are rejected or read in part.
import { Readable } from 'node:stream';
import { beforeEach, describe, expect, test } from 'vitest';
import { signInLinkUrl } from '../../../src/accounts/sign-in-links.ts';
import { openTestApp } from '../../support/app.ts';
import { recordedLog } from '../../support/log.ts';
import { newLink } from '../../support/operator.ts';
import { createVisitor, hiddenFields, shows, signedIn, type Visitor } from './visitor.ts';

const { logger, lines: faults } = recordedLog('error');
const app = await openTestApp({ logger });
const visitor = await signedIn(app);
const attacker = await signedIn(app, app.rival);
let fields: Record<string, string>;
beforeEach(async () => {
  fields = { ...hiddenFields(await visitor.html('/tokens/new')), name: 'By a form' };
});

const count = () => app.db.apiToken.count({ where: { name: 'By a form' } });

/** An attacker's form tokens: from their own session, from their own sign-in link, guessed, none. */
async function tokensOfAnAttacker(): Promise<(string | undefined)[]> {
  const link = signInLinkUrl('', await newLink(app.db, app.rival.id));
  const pages = [
    await attacker.html('/tokens/new'),
    (await createVisitor(app).get(link)).html,
  ];
  const own = pages.map((html) => hiddenFields(html).form_token);
  return [...own, (fields.form_token ?? '').toLowerCase(), '', undefined];
}

/** The headers that browsers add to another site's form. */
const FOREIGN = [
  ['of another site', { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' }],
  [
    'of a sibling host, to which SameSite does not apply',
    { 'Sec-Fetch-Site': 'same-site', Origin: 'http://a.lan' },
  ],
  ['of another port over plain HTTP', { Origin: 'http://localhost:8080' }],
  ['without an origin', { Origin: 'null' }],
  ['without any such header', {}],
] as const;

test.each(FOREIGN)('a form %s changes nothing, and signs nobody in', async (_, headers) => {
  const { form_token: _own, ...others } = fields;
  const token = `/tokens/${app.owner.tokenId}`;
  const actions = ['/revoke', '/rename', '/roll'].map((action) => token + action);
  const link = await newLink(app.db, app.rival.id);
  const victims = [visitor, createVisitor(app), createVisitor(app)];
  await victims.at(-1)?.get(signInLinkUrl('', link));
  const sessions = () => victims.map(({ cookies }) => cookies.get('dashboard_session'));
  const before = sessions();
  for (const form_token of await tokensOfAnAttacker()) {
    const own = form_token === undefined ? {} : { form_token };
    const send = (victim: Visitor, path: string) =>
      victim.send('POST', `/dashboard${path}`, {
        form: { ...others, key: link, ...own },
        headers,
      });
    for (const path of ['/tokens/new', ...actions, '/sign-out'])
      expect((await send(visitor, path)).status).toBe(403);
    for (const path of ['/sign-in', '/sign-in/link'])
      for (const victim of victims)
        expect(await send(victim, path)).toMatchObject(shows(403, 'This form has expired'));
  }
  expect(sessions()).toEqual(before);
  const tokens = await app.db.apiToken.findMany({ where: { userId: app.owner.id } });
  expect(tokens).toMatchObject([{ id: app.owner.tokenId, name: 'owner', revokedAt: null }]);
  expect(await visitor.open()).toMatchObject({ status: 200 });
});

test.each([{ Origin: 'http://dashboard.lan:4000' }, { Origin: 'null' }, {}])(
  "accepts a form of our own page under a host name that the service doesn't know, and without Origin headers: %o",
  async (headers) => {
    const before = await count();
    await visitor.send('POST', '/dashboard/tokens/new', { form: fields, headers });
    expect(await count()).toBe(before + 1);
  },
);

describe('a body', () => {
  const post = async (body: RequestInit['body'], headers: object = {}) => {
    const response = await app.app.fetch(
      new Request('http://localhost/dashboard/tokens/new', {
        method: 'POST',
        headers: {
          'Content-Type': 'application/x-www-form-urlencoded',
          Cookie: visitor.cookieHeader(),
          ...headers,
        },
        ...(body && { body, duplex: 'half' }),
      }),
    );
    return response.status;
  };

  test.each([
    ['larger than any of our forms', 413, `&name=${'x'.repeat(20_000)}`, {}],
    ['that claims to be as large', 413, '', { 'Content-Length': '20000' }],
    ['of JSON', 415, '', { 'Content-Type': 'application/json' }],
    ['with as many fields as fit', 200, '&x'.repeat(7_500), {}],
    ['with invalid UTF-8', 200, '&%ff%fe=%c3&\xff=1&%=%zz', {}],
    ['with names of the prototype', 200, '&__proto__=1&constructor=2&toString=3', {}],
  ])('%s: %i; unknown fields are ignored', async (_, status, more, headers) => {
    const before = await count();
    expect(await post(new URLSearchParams(fields) + more, headers)).toBe(status);
    expect(await count()).toBe(before + (status === 200 ? 1 : 0));
  });

  test('that breaks off is not logged as an error of the service', async () => {
    async function* parts() {
      yield Buffer.from('name=');
      throw new Error('aborted');
    }
    expect(await post(Readable.toWeb(Readable.from(parts())) as ReadableStream)).toBe(400);
    expect(faults).toEqual([]);
  });

  test('that names no form, by which a repeated one is known, is rejected', async () => {
    const before = await count();
    const { nonce = '', ...others } = fields;
    expect(nonce).not.toBe('');
    for (const one of [{}, { nonce: '' }, { nonce: 'short' }, { nonce: nonce.repeat(9) }])
      expect(await post(`${new URLSearchParams({ ...others, ...one })}`)).toBe(400);
    expect(await count()).toBe(before);
  });

  test('without any fields is rejected', async () => {
    for (const body of ['', undefined]) expect(await post(body)).toBe(403);
  });
});
