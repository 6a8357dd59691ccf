// An app with a real provider on loopback, for all tests of a file.
import { afterAll, afterEach, onTestFinished, vi } from 'vitest';
import { createApp } from '../../../src/app.ts';
import { type Config, parseConfig } from '../../../src/config.ts';
import { listen } from '../../../src/http/listen.ts';
import { openTestApp, type TestApp } from '../../support/app.ts';
import { recordedLog } from '../../support/log.ts';
import { startProvider } from '../../support/oidc-provider.ts';
import { createTraveller, type Page, type Way } from './visitor.ts';

export const ORIGIN = 'http://127.0.0.1:4000';
export const BEGIN = '/dashboard/sign-in/provider';

export const passMinutes = (minutes: number) =>
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * 60_000 });

export async function openProviderApp() {
  const log = recordedLog();
  let people = 0;
  const provider = await startProvider(ORIGIN);
  afterAll(provider.close);
  const config = { provider: provider.settings };
  const app = await openTestApp({ config, logger: log.logger });
  afterEach(() => {
    provider.instead = undefined;
    vi.useRealTimers();
  });

  const listening = await listen(app.app, {
    host: '127.0.0.1',
    port: 0,
    bounds: { lastRequestWithin: 20 },
    headers: () => ({}),
  });
  afterAll(listening.stop);
  /** The app for travellers whose requests travel through a socket. */
  const overSocket = {
    app: {
      fetch: ({ method, url, headers, body }: Request) => {
        const { pathname, search } = new URL(url);
        return fetch(`http://127.0.0.1:${listening.port}${pathname}${search}`, {
          method,
          headers,
          body,
          redirect: 'manual',
          duplex: 'half',
        } as RequestInit);
      },
    },
  };

  /** Another node on the same database, until the test ends. */
  function otherNode(config: Partial<Config> = {}) {
    const all = { ...parseConfig({}), provider: provider.settings, ...config };
    const node = createApp({ database: app.database, config: all, logger: log.logger });
    onTestFinished(() => node.close());
    return { app: node };
  }

  /** Creates a user, and lets the provider sign them in until the next call. */
  async function newPerson(claims: object = {}) {
    const user = await app.person('person');
    provider.person = {
      sub: `sub-${++people}`,
      email: user.email,
      email_verified: true,
      ...claims,
    };
    log.lines.length = 0;
    return user;
  }

  /** The provider's user signs in with a new browser. */
  async function signIn(way?: Way, node: Pick<TestApp, 'app'> = app) {
    const traveller = createTraveller(node);
    return { traveller, page: await traveller.signIn(way) };
  }

  const identities = (userId: number) => app.db.identity.findMany({ where: { userId } });
  const sessions = (userId: number) => app.db.session.count({ where: { userId } });
  const account = async ({ get }: { get(path: string): Promise<Page> }) =>
    (await get('/dashboard/account')).html;
  return {
    app,
    overSocket,
    provider,
    log,
    otherNode,
    newPerson,
    signIn,
    identities,
    sessions,
    account,
  };
}
