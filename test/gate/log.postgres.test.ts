// The log of an exercised service (D51): each line says who called, what it was and why not, and none holds a secret.
import { beforeEach, describe, expect, test } from 'vitest';
import { createTokenByForm, createVisitor, hiddenFields, PASSWORD, QUICK_HASH } from '../sites/dashboard/visitor.ts';
import { BASE, openTestApp } from '../support/app.ts';
import { recordedLog } from '../support/log.ts';

const NEW_PASSWORD = 'a new long password';
const AGENT = 'shop/1.2 (+https://shop.example)';

const { logger, lines, logged } = recordedLog('trace');
const app = await openTestApp({ logger, config: { signIn: { name: 'sign-in', points: 5, windowSeconds: 900 } } });

/** Every line of the file, for the search for secrets. */
const all: string[] = [];
const secrets: string[] = [];
beforeEach(() => {
  all.push(...lines);
  lines.length = 0;
});

const last = () => logged().at(-1);
const read = (path: string, token: string | null = app.owner.token, headers = {}) =>
  app.rest('GET', path, undefined, { token, headers: { 'User-Agent': AGENT, ...headers } });

describe('the line of a request', () => {
  test('has the client, the template of the path, the operation, its failure, the user and the token', async () => {
    const { headers } = await read('/product/999999?x=hidden');
    expect(logged()).toEqual([
      {
        level: 'info',
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        'http.request.method': 'GET',
        'url.path': `${BASE}/product/999999`,
        'http.route': `${BASE}/product/{id}`,
        'http.response.status_code': 404,
        'http.server.request.duration': expect.any(Number),
        'client.address': 'local',
        'user_agent.original': AGENT,
        'owner_api.surface': 'rest',
        'owner_api.operation': 'readProduct',
        'owner_api.failure': 'NOT_FOUND',
        'owner_api.user_id': app.owner.id,
        'owner_api.token_id': app.owner.tokenId,
        'owner_api.request_id': headers.get('x-request-id'),
        msg: 'request',
      },
    ]);
  });

  test.each([
    ['/nowhere', undefined, 'other'],
    [`${BASE}/nowhere`, undefined, 'rest'],
    ['/healthz', '/healthz', 'other'],
    ['/dashboard/tokens/12', '/dashboard/tokens/{id}', 'dashboard'],
    ['/dashboard/sign-in', '/dashboard/sign-in', 'dashboard'],
    ['/dashboard/nowhere', undefined, 'dashboard'],
  ])('of %s has the template %s', async (path, route, surface) => {
    await app.call(path, {});
    expect(last()).toMatchObject({ 'url.path': path, 'owner_api.surface': surface });
    expect(last()?.['http.route']).toBe(route);
  });

  test('bounds the agent of a client, and has it without tokens and control characters', async () => {
    await read('/product/1', undefined, { 'User-Agent': `${'a'.repeat(10_000)}` });
    expect(String(last()?.['user_agent.original'])).toMatch(/^a{199}…$/);
    await read('/product/1', undefined, { 'User-Agent': `x\t\u009b2J ${app.owner.token}` });
    expect(last()?.['user_agent.original']).toBe('x\uFFFD\uFFFD2J svc_test_…');
  });
});

describe('a security event', () => {
  const events = () => logged().filter(({ level }) => level === 'notice');
  const by = { 'client.address': '192.0.2.1', 'owner_api.through': 'dashboard', 'event.name': 'owner_api.security' };

  test('is told of each act of a person, with the user, the token, and from where', async () => {
    await app.db.user.update({ where: { id: app.owner.id }, data: { passwordHash: QUICK_HASH } });
    const visitor = createVisitor(app);
    await visitor.signIn(app.owner.email);
    visitor.cookies.forEach((value) => void secrets.push(value));
    const value = await createTokenByForm(visitor, 'Till');
    const { id } = await app.db.apiToken.findFirstOrThrow({ where: { name: 'Till' } });
    await visitor.submit(await visitor.get(`/dashboard/tokens/${id}/rename`), { name: 'Till 2' });
    const rolled = await visitor.submit(await visitor.get(`/dashboard/tokens/${id}/roll`), { end: 'at-once' });
    const successor = await app.db.apiToken.findFirstOrThrow({ where: { predecessorId: id } });
    await visitor.submit(await visitor.get(`/dashboard/tokens/${successor.id}/revoke`), {});
    const { form_token } = hiddenFields((await visitor.get('/dashboard/account')).html);
    await app.db.session.create({ data: { hash: 'another', userId: app.owner.id } });
    await visitor.send('POST', '/dashboard/account/sessions', { form: { form_token } });
    const form = { form_token, current: PASSWORD, password: NEW_PASSWORD, repeated: NEW_PASSWORD };
    await visitor.send('POST', '/dashboard/account/password', { form: { ...form, current: 'wrong' } });
    await visitor.send('POST', '/dashboard/account/password', { form });
    visitor.cookies.forEach((renewed) => void secrets.push(renewed));
    const account = await visitor.get('/dashboard/account');
    await visitor.send('POST', '/dashboard/sign-out', { form: hiddenFields(account.html) });
    secrets.push(value, /svc_test_\w+/.exec(rolled.html)?.[0] ?? 'none', form_token ?? 'none');
    expect(events()).toMatchObject(
      [
        { 'event.action': 'signed-in' },
        { 'event.action': 'token-created', 'owner_api.token_id': id },
        { 'event.action': 'token-renamed', 'owner_api.token_id': id },
        { 'event.action': 'token-rolled', 'owner_api.token_id': successor.id, 'owner_api.predecessor_id': id },
        { 'event.action': 'token-revoked', 'owner_api.token_id': successor.id },
        { 'event.action': 'sessions-ended' },
        { 'event.action': 'password-change-refused' },
        { 'event.action': 'password-changed' },
        { 'event.action': 'signed-out' },
      ].map((event) => ({ ...by, 'owner_api.user_id': app.owner.id, ...event })),
    );
    const requests = logged().filter((line) => line['http.route'] === '/dashboard/tokens/{id}/roll');
    expect(requests).toMatchObject([{ 'owner_api.user_id': app.owner.id }, { 'owner_api.user_id': app.owner.id }]);
  });

  test('is told of a sign-in that is refused or throttled, by the first letters and the hash of the address', async () => {
    const guesser = createVisitor(app, '192.0.2.9');
    for (let n = 0; n < 6; n++) await guesser.signIn('Nobody@example.com', `wrong password ${n}`);
    const event = { ...by, 'client.address': '192.0.2.9', 'owner_api.account': 'no… e788ea20' };
    expect(events().map((one) => one['event.action'])).toEqual([
      ...Array(5).fill('sign-in-refused'),
      'sign-in-throttled',
    ]);
    expect(events()[0]).toMatchObject(event);
    expect(events()[5]).toMatchObject(event);
  });
});

test('no line of all that holds a token, a query, a password, a session or an e-mail address', async () => {
  const { token } = app.owner;
  const images = [{ src: 'https://images.example.com/a.webp' }];
  await read(`/product/42?token=${token}&secret=query-text`, null);
  await read(`/product/${token}`);
  await app.rest('GET', `/${token}?token=${token}`, undefined, { headers: { 'service-version': token } });
  await app.rest('POST', '/product', { product: { title: token, rent: token, images: [{ src: token }], [token]: 1 } });
  await app.graphql(`{ product(id: "${token}") { ${token} } }`);
  await app.graphql(`mutation { createProduct(input: { title: "${token}", rent: 1, sku: "${token}" }) { success } }`);
  await app.call(`/graphql?token=${token}&query={__typename}`, {}, { token: null });
  await app.call(`/dashboard/tokens/${token}`, {}, { token: null });
  for (const path of ['/graphql', '/docs', '/dashboard', '/dashboard/sign-in', '/dashboard/confirm', '/nowhere'])
    await app.call(`${path}?token=${token}&next=${token}`, { headers: { Accept: 'text/html' } }, { token: null });
  await read('/product/1', token, { 'X-Request-Id': token, 'User-Agent': token, traceparent: token, Prefer: token });
  await app.rest('POST', '/product', { product: { title: 'a', rent: 1, sku: 's', images } });
  const text = [...all, ...lines].join('');
  for (const secret of [
    ...secrets,
    token,
    app.rival.token,
    PASSWORD,
    NEW_PASSWORD,
    'wrong password',
    'query-text',
    'hidden',
  ])
    expect(text).not.toContain(secret);
  expect(text).not.toMatch(/@example\.com|svc_(?:test|live)_\w/i);
  expect(secrets.length).toBeGreaterThan(4);
});
