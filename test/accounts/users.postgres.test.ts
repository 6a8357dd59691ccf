// Disabled users (D4) and erased users: what is deleted, and what other users' rentals keep.
import { expect, test } from 'vitest';
import { findSessionUser } from '../../src/accounts/sessions.ts';
import { createToken } from '../../src/accounts/tokens.ts';
import {
  disableUser,
  enableUser,
  eraseUser,
  findUserByEmail,
  listUsers,
} from '../../src/accounts/users.ts';
import { openTestApp } from '../support/app.ts';
import { lock } from '../support/lock.ts';
import { newLink, newSession, operator } from '../support/operator.ts';

const app = await openTestApp();

async function rowsOf(userId: number) {
  const [tokens, sessions, products, rentals] = await Promise.all([
    app.db.apiToken.count({ where: { userId } }),
    app.db.session.count({ where: { userId } }),
    app.db.product.count({ where: { ownerId: userId } }),
    app.db.rental.count({ where: { OR: [{ tenantId: userId }, { ownerId: userId }] } }),
  ]);
  return { tokens, sessions, products, rentals };
}

test("a disabled user's tokens return 401 on both APIs and sessions end; enabling restores tokens (D4)", async () => {
  const { id, token, email } = await app.person('leaving');
  const session = await newSession(operator(app.db), id);
  const statuses = async () => [
    (await app.readProduct(999999, { token })).status,
    (await app.graphql('{ __typename }', {}, { token })).status,
  ];
  expect(await statuses()).toEqual([404, 200]);
  await disableUser(operator(app.db), id);
  const since = (await findUserByEmail(app.db, email))?.disabledAt;
  expect(await statuses()).toEqual([401, 401]);
  expect(await findSessionUser(app.db, session)).toBeUndefined();
  await disableUser(operator(app.db), id);
  expect(since).toBeInstanceOf(Date);
  expect((await findUserByEmail(app.db, email))?.disabledAt).toEqual(since);
  await enableUser(operator(app.db), id);
  expect(await statuses()).toEqual([404, 200]);
  expect(await findSessionUser(app.db, session)).toBeUndefined();
});

/** An owner with a product, a rental as owner and one as tenant, a session, usage and a failed request. */
async function departing() {
  const person = await app.person('departing');
  const { id, token } = person;
  const product = await app.product({}, id);
  const create = { product: { title: 'Mine', rent: 1, quantity: 1, stock_type: 1 } };
  await app.rest('POST', '/product', create, {
    token,
    headers: { 'Idempotency-Key': `k${id}` },
  });
  await app.readProduct(999_999, { token });
  await app.app.flushUsage();
  const asOwner = await app.rental([product.id], { ownerId: id });
  const asTenant = await app.rental([(await app.product()).id], { tenantId: id });
  await newSession(operator(app.db), id);
  await newLink(app.db, id);
  await app.db.identity.create({
    data: { issuer: 'https://accounts.example.com', subject: `${id}`, userId: id },
  });
  return { ...person, product, asOwner, asTenant };
}

test("erasing a user removes all personal data, sign-ins, tokens and usage; other users' rentals stay", async () => {
  const { id, name, email, tokenId, token, product, asOwner, asTenant } = await departing();
  const before = await rowsOf(id);
  expect(before).toEqual({ tokens: 1, sessions: 1, products: 2, rentals: 2 });
  await eraseUser(operator(app.db), id);
  const user = await app.db.user.findUniqueOrThrow({ where: { id } });
  expect(user).toMatchObject({
    name: 'Erased user',
    email: `erased-${id}@erased.invalid`,
  });
  expect(user).toMatchObject({ permissions: [], disabledAt: expect.any(Date) });
  const after = await rowsOf(id);
  expect(after).toEqual({ tokens: 0, sessions: 0, products: 1, rentals: 2 });
  const [ofToken, ofUser] = [{ where: { tokenId } }, { where: { userId: id } }];
  const left = await Promise.all([
    app.db.tokenUsage.count(ofToken),
    app.db.failedRequest.count(ofToken),
    app.db.idempotencyRecord.count(ofUser),
    app.db.signInLink.count(ofUser),
    app.db.identity.count(ofUser),
    app.db.user.count({ where: { OR: [{ email }, { name }] } }),
  ]);
  expect(new Set(left)).toEqual(new Set([0]));
  const kept = await app.db.product.findUnique({ where: { id: product.id } });
  expect(kept).toMatchObject({ online: false, archived: true });
  expect((await app.readProduct(product.id, { token })).status).toBe(401);
  // Other users can still read their rentals.
  const erased = { id, name: 'Erased user', email: `erased-${id}@erased.invalid` };
  const asRead = await app.rest('GET', `/rental/${asTenant.id}`);
  expect(asRead.body.rentals).toMatchObject({ tenant: erased, owner: { id: app.owner.id } });
  const rented = await app.rest('GET', `/rental/${asOwner.id}`, undefined, app.rival);
  expect(rented.body.rentals).toMatchObject({ owner: erased, tenant: { id: app.rival.id } });
});

test('erasing a user keeps only the products that a rental refers to, directly or through a bundle', async () => {
  const { id, token, product } = await departing();
  const create = async (path: string, body: object) =>
    Number((await app.rest('POST', path, body, { token })).body.id);
  const plain = (title: string) =>
    create('/product', { product: { title, rent: 1, quantity: 1, stock_type: 1 } });
  const bundleOf = async (ad: number) =>
    create('/bundle', {
      bundle: { title: 'Bundle', rent: 1, items: [{ ad_id: ad, quantity: 1 }] },
    });
  const inRented = await plain('In a bundle that is rented');
  const rented = await bundleOf(inRented);
  await bundleOf(await plain('In a bundle that nobody rented'));
  await app.rental([rented], { ownerId: id });
  await eraseUser(operator(app.db), id);
  const kept = await app.db.product.findMany({
    where: { ownerId: id },
    orderBy: { id: 'asc' },
  });
  expect(kept.map((one) => one.id)).toEqual([product.id, inRented, rented]);
});

test('an erasure can be repeated and completes an interrupted one; other users are unaffected', async () => {
  const [one, other] = [await departing(), await departing()];
  await disableUser(operator(app.db), one.id);
  await app.db.apiToken.deleteMany({ where: { userId: one.id } });
  const erase = () => eraseUser(operator(app.db), one.id);
  await Promise.all([erase(), erase()]);
  await erase();
  expect(await rowsOf(one.id)).toMatchObject({ tokens: 0, sessions: 0 });
  expect(await rowsOf(other.id)).toMatchObject({ tokens: 1, sessions: 1 });
  expect((await app.readProduct(other.product.id, { token: other.token })).status).toBe(200);
});

test('an erasure that deadlocks with a write of usage goes on after it', async () => {
  const { id, tokenId } = await departing();
  const second = await createToken(app.db, {
    userId: id,
    name: 'second',
    environment: 'test',
    version: '2025-08-16',
  });
  // A flush that has added to a row of the first token, and comes to the second, which the erasure has locked.
  const flush = await lock(
    app,
    `UPDATE token_usage SET calls = calls + 1 WHERE token_id = ${tokenId}`,
  );
  const erasing = eraseUser(operator(app.db), id);
  await flush.untilOneWaits();
  await flush.query(`SET LOCAL deadlock_timeout = '1min'; SET LOCAL lock_timeout = 0; SET LOCAL statement_timeout = 0;
    INSERT INTO token_usage VALUES (${second.id}, now(), 'rest', 1, 0, 0)`);
  await flush.release();
  await erasing;
  expect(await rowsOf(id)).toMatchObject({ tokens: 0, sessions: 0 });
});

test('lists all users by ID, some at a time', async () => {
  const row = { name: 'N', permissions: [] };
  const emails = Array.from({ length: 501 }, (_, n) => `list-${n}@example.com`);
  await app.db.user.createMany({ data: emails.map((email) => ({ ...row, email })) });
  const ids = [];
  for await (const { id } of listUsers(app.db)) ids.push(id);
  const all = await app.db.user.findMany({ orderBy: { id: 'asc' } });
  expect(ids).toEqual(all.map(({ id }) => id));
});
