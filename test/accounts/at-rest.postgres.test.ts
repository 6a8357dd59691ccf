// The log, metrics, database, backups and exports contain nothing but hashes of secrets (D51).
import { expect, test } from 'vitest';
import { issueToken } from '../../src/accounts/tokens.ts';
import { buildOf } from '../../src/config.ts';
import { createMetrics } from '../../src/metrics/metrics.ts';
import { createVisitor, valueIn } from '../sites/dashboard/visitor.ts';
import { BASE, openTestApp } from '../support/app.ts';
import { recordedLog } from '../support/log.ts';
import { NEWEST_VERSION } from '../support/newest-version.ts';
import { newLink, operator } from '../support/operator.ts';

const { logger, lines } = recordedLog('trace');
const metrics = createMetrics(buildOf('abc'));
const app = await openTestApp({ logger, metrics });

async function dump(): Promise<string> {
  const [row] = await app.db.$queryRaw<{ rows: string }[]>`
    SELECT string_agg(query_to_xml(format('SELECT * FROM %I', tablename), true, false, '')::text, '') AS rows
    FROM pg_tables WHERE schemaname = current_schema()`;
  return row?.rows ?? '';
}

/** Sends a token where it belongs, and everywhere else a client may put it by mistake. */
async function useEverywhere(token: string): Promise<void> {
  const headers = {
    'X-Request-Id': token,
    'User-Agent': token,
    traceparent: token,
    Prefer: token,
  };
  await app.rest('GET', `/product/${token}?token=${token}`, undefined, { token, headers });
  await app.rest('GET', `/product/42?token=${token}&secret=query-text`, undefined, {
    token: null,
  });
  await app.rest('GET', `/${token}?token=${token}`, undefined, {
    token,
    headers: { 'service-version': token },
  });
  const product = { title: token, rent: token, images: [{ src: token }], [token]: token };
  await app.createProduct(product, { token });
  await app.graphql(`{ product(id: "${token}") { ${token} } }`, {}, { token });
  const input = `{ title: "${token}", rent: "x", sku: "${token}" }`;
  await app.graphql(`mutation { createProduct(input: ${input}) { success } }`, {}, { token });
  await app.call(`/graphql?token=${token}&query={__typename}`, {}, { token: null });
  await app.call(`/dashboard/tokens/${token}`, {}, { token: null });
  await app.graphql(`query ${token} { ${token}: product(id: 1) { id } }`, {}, { token });
  await app.call(`${BASE}/product/1`, { method: 'MADEUP' }, { token });
  const headersOfBrowser = { headers: { Accept: 'text/html' } };
  const pages = '/graphql /docs /dashboard /dashboard/sign-in /dashboard/confirm /nowhere';
  for (const path of pages.split(' '))
    await app.call(`${path}?token=${token}&next=${token}`, headersOfBrowser, { token: null });
}

test('the log, metrics and dumps never contain a token, sign-in link or session in clear', async () => {
  const { id, email, token } = app.owner;
  const [link, unused] = [await newLink(app.db, id), await newLink(app.db, id)];
  const visitor = createVisitor(app, '192.0.2.77');
  await visitor.open('/sign-in/link?key=a-wrong-link');
  await visitor.signIn(link);
  const made = valueIn(await visitor.fill('/tokens/new', { name: 'Till' }));
  const asked = {
    userId: id,
    name: 'By command',
    environment: 'test',
    version: NEWEST_VERSION,
  } as const;
  const { value } = await issueToken(operator(app.db), asked);
  for (const used of [token, made, value]) await useEverywhere(used);
  const images = [{ src: 'https://images.example.com/a.webp' }];
  await app.createProduct({ title: 'a', rent: 1, sku: 's', images });
  await visitor.open();
  const [rows, log] = [await dump(), lines.join('')];
  // The rate limits of failed sign-ins store hashes instead of addresses.
  const budgets = (await app.db.budget.findMany()).map(({ key }) => key);
  expect(rows).not.toContain('192.0.2.77');
  expect(budgets).toContainEqual(expect.stringMatching(/^sign-in-links:[\w-]{43}$/));
  expect(rows).toContain('By command');
  expect(rows).toContain(email);
  expect(log).toContain(`${BASE}/product/42`);
  const secrets = [
    token,
    made,
    value,
    link,
    unused,
    'a-wrong-link',
    'query-text',
    ...visitor.cookies.values(),
  ];
  expect(secrets.every((secret) => secret.length > 9)).toBe(true);
  expect(secrets.filter((secret) => `${rows}${log}`.includes(secret))).toEqual([]);
  expect(log).not.toMatch(/@example\.com|svc_(?:test|live)_\w/i);
  // Label values come from closed sets, so nothing that a client sends becomes one.
  const figures = await metrics.registry.metrics();
  expect(figures).not.toMatch(/svc_|@example\.com|MADEUP/i);
  const values = (label: string) =>
    [...figures.matchAll(new RegExp(`[{,]${label}="([^"]*)"`, 'g'))].map(([, one]) => one);
  const closed = /^(?:|rest|graphql|dashboard|docs|other|readProduct|createProduct)$/;
  for (const label of ['surface', 'operation'])
    for (const value of values(label)) expect(value).toMatch(closed);
  for (const status of values('status')) expect(status).toMatch(/^[2-4]\d\d$/);
  for (const code of values('code')) expect(code).toMatch(/^[A-Z_]+$/);
});
