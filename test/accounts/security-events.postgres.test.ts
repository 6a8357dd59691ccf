// Security events: each act of a user, operator or command is a line of the log once it is done, and nothing else
// (D50).
import { expect, test } from 'vitest';
import { commandOrigin } from '../../src/accounts/security-events.ts';
import {
  issueToken,
  renameToken,
  revokeToken,
  rollToken,
} from '../../src/accounts/tokens.ts';
import {
  createUser,
  disableUser,
  enableUser,
  eraseUser,
  renameUser,
  setPermissions,
} from '../../src/accounts/users.ts';
import { createVisitor } from '../sites/dashboard/visitor.ts';
import { openTestApp } from '../support/app.ts';
import { recordedLog } from '../support/log.ts';
import { newSession, operator } from '../support/operator.ts';

const { logger, logged } = recordedLog('trace');
const app = await openTestApp({ logger });

const IN_LOG = {
  'owner_api.through': 'dashboard',
  'event.name': 'owner_api.security',
  level: 'notice',
};

const events = (of = logged()) => of.filter((line) => line['event.name']);
const actionsOf = (of = logged()) => events(of).map((line) => line['event.action']);
const asked = (userId: number, name = 'Till') =>
  ({ userId, name, environment: 'test', version: '2025-08-16' }) as const;
const rolled = (userId: number, tokenId: number) =>
  ({ userId, tokenId, environment: 'test', overlaps: false, lastDay: '' }) as const;

test('logs every act in the dashboard: who, what, on what, when and from where (D50)', async () => {
  const { id } = await app.person('acts');
  const origin = {
    'owner_api.through': 'dashboard',
    'client.address': '192.0.2.1',
    'owner_api.request_id': 'sign-in',
  };
  const value = await newSession({ ...operator(app.db), log: logger, origin }, id);
  const visitor = createVisitor(app);
  visitor.cookies.set('dashboard_session', value);
  const agent = { 'User-Agent': `Firefox ${'x'.repeat(300)}` };
  await visitor.submit(await visitor.open('/tokens/new'), { name: 'Till' }, agent);
  const made = await app.db.apiToken.findFirstOrThrow({
    where: { userId: id, name: 'Till' },
  });
  await visitor.fill(`/tokens/${made.id}/rename`, { name: 'Shop' });
  await visitor.fill(`/tokens/${made.id}/roll`);
  const where = { predecessorId: made.id };
  const rolled = await app.db.apiToken.findFirstOrThrow({ where });
  await visitor.fill(`/tokens/${rolled.id}/revoke`);
  await visitor.fill('/account');
  const of = (token: { id: number }) => ({ 'owner_api.token_id': token.id });
  const told = events();
  expect(told).toMatchObject([
    { 'event.action': 'signed-in' },
    { 'event.action': 'token-created', ...of(made) },
    { 'event.action': 'token-renamed', ...of(made) },
    { 'event.action': 'token-rolled', ...of(rolled), 'owner_api.predecessor_id': made.id },
    { 'event.action': 'token-revoked', ...of(rolled) },
    { 'event.action': 'sessions-ended' },
  ]);
  const common = {
    ...IN_LOG,
    'client.address': '192.0.2.1',
    'owner_api.user_id': id,
    'owner_api.session_id': told[0]?.['owner_api.session_id'],
    'owner_api.request_id': expect.any(String),
  };
  expect(common['owner_api.session_id']).toEqual(expect.any(Number));
  for (const line of told) expect(line).toMatchObject(common);
  expect(told[1]?.['user_agent.original']).toMatch(/^Firefox x{190}/);
});

test('logs every act of an operator with their operating system account (D50)', async () => {
  const log = recordedLog('notice');
  const by = { ...operator(app.db), log: log.logger };
  const email = 'made@example.com';
  const userId = await createUser(by, { email, name: 'M', permissions: [] });
  await setPermissions(by, userId, ['READ', 'WRITE']);
  await renameUser(by, userId, { name: 'N', email: undefined });
  await disableUser(by, userId);
  await enableUser(by, userId);
  const { id } = await issueToken(by, asked(userId));
  const next = await rollToken(by, rolled(userId, id));
  await renameToken(by, userId, next.id, 'Next');
  await revokeToken(by, userId, next.id);
  expect(await revokeToken(by, userId, next.id)).toBe(false);
  await renameToken(by, userId + 1, next.id, 'Not mine');
  await eraseUser(by, userId);
  expect(actionsOf(log.logged())).toEqual([
    ...['user-created', 'permissions-changed', 'user-renamed'],
    ...['user-disabled', 'user-enabled'],
    ...['token-created', 'token-rolled', 'token-renamed', 'token-revoked'],
    ...['user-disabled', 'user-erased'],
  ]);
  const command = {
    'owner_api.through': 'command',
    'owner_api.user_id': userId,
    'process.owner': commandOrigin()['process.owner'],
  };
  for (const line of log.logged()) expect(line).toMatchObject(command);
  expect(log.logged()[1]).toMatchObject({ 'owner_api.permissions': 'read,write' });
  expect(log.lines.join('')).not.toMatch(/made@example|Till|Next/);
});

test('an act that fails halfway leaves nothing behind and logs nothing (D50)', async () => {
  const { id, tokenId } = await app.person('atomic');
  await app.db.$executeRawUnsafe(
    'ALTER TABLE api_tokens ADD CONSTRAINT refusing CHECK (predecessor_id IS NULL) NOT VALID',
  );
  const log = recordedLog('notice');
  const by = { ...operator(app.db), log: log.logger };
  await expect(rollToken(by, rolled(id, tokenId))).rejects.toThrow('refusing');
  await app.db.$executeRawUnsafe('ALTER TABLE api_tokens DROP CONSTRAINT refusing');
  const after = await app.db.apiToken.findMany({ where: { userId: id } });
  expect(after).toMatchObject([{ id: tokenId, revokedAt: null, expiresAt: null }]);
  expect(log.logged()).toEqual([]);
});
