// Many sign-ins of one network at the provider: which count toward its limit, and what they don't delay (D49).
import { expect, test } from 'vitest';
import { createThrottle } from '../../../src/operation/throttle.ts';
import { FAILED_CODES } from '../../../src/sites/dashboard/context.ts';
import { lock } from '../../support/lock.ts';
import { changed, openProviderApp } from './provider-app.ts';
import { createTraveller, shows, type Way } from './visitor.ts';

const { app, provider, newPerson } = await openProviderApp();

test("only 50 rejected codes use up a network's limit: neither successes nor other failures count (D49)", async () => {
  await newPerson();
  const known = provider.person;
  const traveller = createTraveller(app, '198.51.100.1');
  const limit = createThrottle(FAILED_CODES, app.database.pool);
  for (let n = 0; n < 46; n++) await limit.take('198.51.100.1');
  const signIns = async (count: number, status: number, way: Way = {}) => {
    for (let n = 0; n < count; n++) expect((await traveller.signIn(way)).status).toBe(status);
  };
  await signIns(5, 403, { refuses: true });
  await signIns(5, 400, changed('back', { code: undefined }));
  await signIns(5, 503, changed('there', { nonce: 'other' }));
  provider.person = { ...known, sub: 'of nobody', email: 'nobody@example.com' };
  await signIns(5, 403);
  provider.person = known;
  for (let n = 0; n < 2; n++) {
    await signIns(1, 303);
    await signIns(2, 400, changed('back', { code: 'x' }));
  }
  provider.requests.length = 0;
  const page = await traveller.signIn();
  expect(page).toMatchObject(shows(429, 'Too many failed attempts. Try again in 15 minutes'));
  expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(provider.requests).not.toContain('POST /token');
  expect((await createTraveller(app, '198.51.100.2').signIn()).status).toBe(303);
});

test('more people of a network sign in at once than may fail, and none of them uses up its limit (D49)', async () => {
  await newPerson();
  const people = Array.from({ length: FAILED_CODES.points + 10 }, () =>
    createTraveller(app, '198.51.100.4'),
  );
  const answers: URL[] = [];
  for (const traveller of people) answers.push(await traveller.answerOf());
  const atProvider: (() => void)[] = [];
  provider.instead = (request, response) => {
    const proceed = () => void provider.answer(request, response);
    if (request.url !== '/token') return proceed();
    atProvider.push(proceed);
    // The provider is slow: nobody's sign-in ends before everybody's has begun.
    if (atProvider.length === people.length) for (const one of atProvider) one();
  };
  const pages = await Promise.all(
    people.map(async (traveller, index) => traveller.arrive(answers[index] as URL)),
  );
  // On a busy machine some take longer than a request may.
  const statuses = pages.map(({ status }) => (status === 503 ? 303 : status));
  expect(new Set(statuses)).toEqual(new Set([303]));
});

test('a crowd with made-up codes never queues for the connections of writes', async () => {
  await newPerson();
  const traveller = createTraveller(app, '198.51.100.3');
  const answer = await traveller.answerOf(changed('back', { code: 'x' }));
  const { release } = await lock(app, 'LOCK TABLE budgets IN ACCESS EXCLUSIVE MODE');
  const crowd = Array.from({ length: 100 }, () => traveller.arrive(answer));
  // Pages of one network start one after the other, so all of the crowd's have started when this one has.
  await traveller.begin();
  const waiting = app.database.pool?.waitingCount;
  await release();
  await Promise.all(crowd);
  expect(waiting).toBe(0);
});
