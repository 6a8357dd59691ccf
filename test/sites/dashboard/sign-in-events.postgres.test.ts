// Attempts to sign in with a forged answer are security events (D50), at most so many a minute per network.
import { beforeEach, expect, test } from 'vitest';
import { openProviderApp } from './provider-app.ts';
import { createTraveller, shows } from './visitor.ts';

const { app, overSocket, provider, log, newPerson } = await openProviderApp();

const answerPath = '/dashboard/sign-in/provider/answer';
const eventsOf = (action: string) =>
  log.logged().filter((line) => line['event.action'] === action);

beforeEach(newPerson);

test.each([
  ['has another nonce', (url: URL) => url.searchParams.set('nonce', 'x'), /nonce/],
  ['is of a provider whose keys are others', undefined, /JWT/],
])('an ID token that %s is an event with the reason', async (_, there, reason) => {
  if (!there) await provider.rotateKeys({ isPublished: false });
  const page = await createTraveller(overSocket).signIn(there ? { there } : {});
  if (!there) await provider.rotateKeys({ isPublished: true });
  expect(page).toMatchObject(shows(503, 'couldn’t verify the response'));
  expect(eventsOf('id-token-rejected')).toMatchObject([
    {
      level: 'notice',
      'owner_api.through': 'provider',
      'owner_api.reason': expect.stringMatching(reason),
      'client.address': '127.0.0.1',
    },
  ]);
  expect(eventsOf('sign-in-refused')).toEqual([]);
});

test.each([
  ['another state', (url: URL) => url.searchParams.set('state', 'x'), true],
  ['no state', (url: URL) => url.searchParams.delete('state'), true],
  ['the state of another browser', undefined, false],
])('an answer with %s is an event', async (_, back, isSameBrowser) => {
  const traveller = createTraveller(overSocket);
  const answer = await traveller.answerOf(back ? { back } : {});
  const browser = isSameBrowser ? traveller : createTraveller(overSocket);
  expect((await browser.arrive(answer)).status).toBe(400);
  expect(eventsOf('sign-in-state-rejected')).toMatchObject([
    { level: 'notice', 'owner_api.through': 'provider', 'client.address': '127.0.0.1' },
  ]);
});

test('writes ten of these a minute for a network, and those of others', async () => {
  const made = (address: string) =>
    createTraveller(app, address).get(`${answerPath}?state=x&code=y`);
  for (let n = 0; n < 30; n++) await made('198.51.100.9');
  for (let n = 0; n < 3; n++) await made('198.51.100.10');
  const addresses = eventsOf('sign-in-state-rejected').map((line) => line['client.address']);
  const of = (address: string) => addresses.filter((one) => one === address).length;
  expect([of('198.51.100.9'), of('198.51.100.10')]).toEqual([10, 3]);
});
