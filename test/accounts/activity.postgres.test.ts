// Security events: each act of a user, operator or command adds a row to the activity of the account (D50), in the
// transaction of the act, and then a line to the log (D51).
import { expect, test } from 'vitest';
import { act, commandOrigin } from '../../src/accounts/security-events.ts';
import { issueToken, renameToken, revokeToken, rollToken } from '../../src/accounts/tokens.ts';
import {
  createUser,
  disableUser,
  enableUser,
  eraseUser,
  setPermissions,
} from '../../src/accounts/users.ts';
import { issueDemoTokens } from '../../src/demo/demo-owner.ts';
import { dropOldRows } from '../../src/usage/housekeeping.ts';
import { createVisitor, hiddenFields } from '../sites/dashboard/visitor.ts';
import { openTestApp } from '../support/app.ts';
import { recordedLog } from '../support/log.ts';
import { newSession, operator } from '../support/operator.ts';

const { logger, lines, logged } = recordedLog('trace');
const app = await openTestApp({ logger });

const ORIGIN = { through: 'dashboard', address: '192.0.2.1', requestId: 'sign-in' } as const;

const IN_LOG = {
  'owner_api.through': 'dashboard',
  'event.name': 'owner_api.security',
  level: 'notice',
};

const activityOf = (userId: number) =>
  app.db.activity.findMany({ where: { userId }, orderBy: { id: 'asc' } });
const actionsOf = async (userId: number) => (await activityOf(userId)).map(({ action }) => action);
const asked = (userId: number, name = 'Till') =>
  ({ userId, name, environment: 'test', version: '2025-08-16' }) as const;

test('records every act in the dashboard: who, what, on what, when and from where (D50)', async () => {
  const { id } = await app.person('acts');
  const value = await newSession({ ...operator(app.db), log: logger, origin: ORIGIN }, id);
  const visitor = createVisitor(app);
  visitor.cookies.set('dashboard_session', value);
  const agent = { 'User-Agent': `Firefox ${'x'.repeat(300)}` };
  await visitor.submit(await visitor.open('/tokens/new'), { name: 'Till' }, agent);
  const made = await app.db.apiToken.findFirstOrThrow({ where: { userId: id, name: 'Till' } });
  await visitor.submit(await visitor.open(`/tokens/${made.id}/rename`), { name: 'Shop' });
  await visitor.submit(await visitor.open(`/tokens/${made.id}/roll`), { end: 'later' });
  const rolled = await app.db.apiToken.findFirstOrThrow({ where: { predecessorId: made.id } });
  await visitor.submit(await visitor.open(`/tokens/${rolled.id}/revoke`), {});
  const post = async (path: string, fields: object = {}) => {
    const { form_token } = hiddenFields(await visitor.html('/account'));
    await visitor.send('POST', path, { form: { form_token, ...fields } });
  };
  await post('/dashboard/docs-token');
  await post('/dashboard/sign-out', { everywhere: 'yes' });
  const rows = await activityOf(id);
  const of = (token: { id: number }, tokenName: string) => ({ tokenId: token.id, tokenName });
  expect(rows).toMatchObject([
    { action: 'signed-in', tokenId: null },
    { action: 'token-created', ...of(made, 'Till'), predecessorId: null },
    { action: 'token-renamed', ...of(made, 'Shop') },
    { action: 'token-rolled', ...of(rolled, 'Shop'), predecessorId: made.id },
    { action: 'token-revoked', ...of(rolled, 'Shop') },
    { action: 'token-created', tokenName: 'Examples of the docs' },
    { action: 'sessions-ended' },
  ]);
  const [{ sessionId } = {}] = rows;
  expect(sessionId).toEqual(expect.any(Number));
  for (const row of rows)
    expect(row).toMatchObject({ through: 'dashboard', address: '192.0.2.1', sessionId });
  expect(rows[1]?.agent).toMatch(/^Firefox x+…$/);
  expect(rows[1]?.agent?.length).toBeLessThanOrEqual(200);
  const common = { ...IN_LOG, 'client.address': '192.0.2.1', 'owner_api.user_id': id };
  const events = rows.map(({ action, tokenId }) => ({
    ...common,
    'event.action': action,
    ...(tokenId && { 'owner_api.token_id': tokenId }),
  }));
  expect(logged().filter(({ level }) => level === 'notice')).toMatchObject(events);
  for (const secret of [value, ...visitor.cookies.values()])
    expect(lines.join('')).not.toContain(secret);
});

test('records every act of an operator with their operating system account (D50)', async () => {
  const by = operator(app.db);
  const email = 'made@example.com';
  const userId = await createUser(by, { email, name: 'M', permissions: [] });
  await setPermissions(by, userId, ['READ']);
  await disableUser(by, userId);
  await enableUser(by, userId);
  const { id } = await issueToken(by, asked(userId));
  const next = await rollToken(by, {
    userId,
    tokenId: id,
    environment: 'test',
    overlaps: false,
    lastDay: '',
  });
  await renameToken(by, userId, next.id, 'Next');
  await revokeToken(by, userId, next.id);
  expect(await revokeToken(by, userId, next.id)).toBe(false);
  await renameToken(by, userId + 1, next.id, 'Not mine');
  expect(await actionsOf(userId)).toEqual([
    ...['user-created', 'permissions-changed', 'user-disabled', 'user-enabled'],
    ...['token-created', 'token-rolled', 'token-renamed', 'token-revoked'],
  ]);
  const command = {
    through: 'command',
    processOwner: commandOrigin().owner,
    address: null,
    sessionId: null,
  };
  for (const row of await activityOf(userId)) expect(row).toMatchObject(command);
});

test('an act that fails, or whose row is rejected, leaves nothing behind and logs nothing (D50)', async () => {
  const { id, tokenId } = await app.person('atomic');
  await app.db.$executeRawUnsafe(
    `ALTER TABLE activity ADD CONSTRAINT refusing CHECK (user_id <> ${id}) NOT VALID`,
  );
  const told = logged().length;
  const acts = [
    () => issueToken(operator(app.db), asked(id)),
    () =>
      rollToken(operator(app.db), {
        userId: id,
        tokenId,
        environment: 'test',
        overlaps: false,
        lastDay: '',
      }),
    () => revokeToken(operator(app.db), id, tokenId),
    () => setPermissions(operator(app.db), id, []),
  ];
  for (const refused of acts) await expect(refused()).rejects.toThrow();
  await app.db.$executeRawUnsafe('ALTER TABLE activity DROP CONSTRAINT refusing');
  const failing = act({ ...operator(app.db), log: logger }, async (_, note) => {
    await note({ action: 'user-enabled', userId: id });
    throw new Error('after the row');
  });
  await expect(failing).rejects.toThrow('after the row');
  expect(await actionsOf(id)).toEqual([]);
  const after = await app.db.user.findUnique({ where: { id }, include: { tokens: true } });
  expect(after?.permissions).toHaveLength(3);
  expect(after?.tokens).toMatchObject([{ id: tokenId, revokedAt: null, expiresAt: null }]);
  expect(logged()).toHaveLength(told);
});

test('records each token that a start prints under the operating system account', async () => {
  const { id } = await app.person('demo');
  const token = { environment: 'test', version: '2025-08-16', name: 'Printed' } as const;
  await issueDemoTokens(app.db, { owner: id }, token);
  const where = { userId: id, name: { startsWith: token.name } };
  const tokens = await app.db.apiToken.findMany({ where, orderBy: { id: 'asc' } });
  const rows = await activityOf(id);
  expect(rows.map(({ tokenId, tokenName }) => [tokenId, tokenName])).toEqual(
    tokens.map(({ id, name }) => [id, name]),
  );
  for (const row of rows)
    expect(row).toMatchObject({ action: 'token-created', processOwner: commandOrigin().owner });
  expect(
    tokens.map(({ expiresAt, revokedAt }) => [Boolean(expiresAt), Boolean(revokedAt)]),
  ).toEqual([
    [false, false],
    [true, false],
    [false, true],
  ]);
});

test('erases the activity of an erased user, and records the erasure', async () => {
  const { id } = await app.person('erased');
  await issueToken(operator(app.db), asked(id));
  await eraseUser(operator(app.db), id);
  expect(await activityOf(id)).toMatchObject([
    { action: 'user-erased', address: null, tokenName: null },
  ]);
});

test('deletes old activity after the retention period (D50)', async () => {
  const { id } = await app.person('old');
  await issueToken(operator(app.db), asked(id, 'kept'));
  await issueToken(operator(app.db), asked(id, 'dropped'));
  await app.db.$executeRaw`
    UPDATE activity SET at = now() - make_interval(days => CASE token_name WHEN 'kept' THEN 364 ELSE 366 END)
    WHERE user_id = ${id}`;
  await dropOldRows(app.db, 365);
  expect(await activityOf(id)).toMatchObject([{ tokenName: 'kept' }]);
});
