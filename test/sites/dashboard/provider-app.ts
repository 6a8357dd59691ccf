// An app with a real provider on loopback, for all tests of a file.
import { afterAll, afterEach, vi } from 'vitest';
import type { Config } from '../../../src/config.ts';
import { listen } from '../../../src/http/listen.ts';
import { openTestApp } from '../../support/app.ts';
import { recordedLog } from '../../support/log.ts';
import { startProvider } from '../../support/oidc-provider.ts';
import { createTraveller, otherNode, type Page, type Way } from './visitor.ts';

const ORIGIN = 'http://127.0.0.1:4000';
export const BEGIN = '/dashboard/sign-in/provider';

export const passMinutes = (minutes: number) =>
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * 60_000 });

/** Sets or deletes parameters of the address in one direction. */
export const changed = (
  way: 'there' | 'back',
  values: Record<string, string | undefined>,
): Way => ({
  [way]({ searchParams }: URL) {
    for (const [name, value] of Object.entries(values))
      if (value === undefined) searchParams.delete(name);
      else searchParams.set(name, value);
  },
});

/** The provider leads back with an error. */
export const errorWith = (error: string, error_description?: string): Way =>
  changed('back', { code: undefined, error, error_description });

/** The address of a page's link that confirms the sign-in at the provider, or nothing. */
export const confirmation = ({ html }: Page) =>
  (/href="([^"]*fresh=1[^"]*)"/.exec(html)?.[1] ?? '').replaceAll('&amp;', '&');

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

  const nodeWith = (
    settings: Partial<NonNullable<Config['provider']>>,
    config: Partial<Config> = {},
  ) =>
    otherNode(
      app,
      { provider: { ...provider.settings, ...settings }, ...config },
      log.logger,
    );

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
  async function signIn(way?: Way, node: Parameters<typeof createTraveller>[0] = app) {
    const traveller = createTraveller(node);
    return { traveller, page: await traveller.signIn(way) };
  }

  const events = () => log.logged().filter((line) => line['event.action']);
  /** The causes in the log since the user was created. */
  const causes = () => log.logged().map((line) => line['exception.message']);
  const identities = (userId: number) => app.db.identity.findMany({ where: { userId } });
  const sessions = (userId: number) => app.db.session.count({ where: { userId } });
  const account = async ({ get }: { get(path: string): Promise<Page> }) =>
    (await get('/dashboard/account')).html;
  return {
    app,
    overSocket,
    provider,
    log,
    events,
    causes,
    nodeWith,
    newPerson,
    signIn,
    identities,
    sessions,
    account,
  };
}
