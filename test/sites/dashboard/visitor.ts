// A dashboard client without a browser: it keeps cookies, follows no redirects, and fills in the forms of pages.
import { expect, onTestFinished } from 'vitest';
import type { Permission } from '../../../prisma/generated/client/enums.ts';
import { signInLinkUrl } from '../../../src/accounts/sign-in-links.ts';
import { type App, createApp } from '../../../src/app.ts';
import { type Config, parseConfig } from '../../../src/config.ts';
import { DASHBOARD_PATHS } from '../../../src/paths.ts';
import type { TestApp } from '../../support/app.ts';
import { silentLog } from '../../support/log.ts';
import { newSession } from '../../support/operator.ts';

const ADDRESS = '192.0.2.1';
export interface Page {
  readonly status: number;
  readonly headers: Headers;
  readonly html: string;
  readonly location: string;
}

export type Visitor = ReturnType<typeof createVisitor>;

interface Visited {
  readonly app: Pick<App, 'fetch'> & Partial<Pick<App, 'flushUsage'>>;
}

export function createVisitor({ app }: Visited, address = ADDRESS) {
  const { cookies, header, take } = cookieJar();

  async function send(
    method: string,
    path: string,
    options: { form?: object; headers?: object } = {},
  ): Promise<Page> {
    const headers = new Headers({ Cookie: header(), ...options.headers });
    const body = options.form && new URLSearchParams({ ...options.form });
    const response = await app.fetch(
      new Request(`http://localhost${path}`, {
        method,
        headers,
        ...(body && { body }),
        redirect: 'manual',
      }),
      { address, host: 'localhost' },
    );
    take(response);
    const { status, headers: received } = response;
    const location = received.get('location') ?? '';
    return { status, headers: received, location, html: await response.text() };
  }

  /** Pages show the usage before it, which otherwise takes seconds to appear. */
  async function get(path: string, headers: object = {}): Promise<Page> {
    await app.flushUsage?.();
    return send('GET', path, { headers });
  }

  /** A page of the dashboard. */
  const open = (path = '', headers: object = {}) => get(`/dashboard${path}`, headers);
  const html = async (path?: string) => (await open(path)).html;

  /** Fills in a page's form and sends it, as a browser would. */
  async function submit(page: Page, fields: object, headers: object = {}): Promise<Page> {
    const form = page.html.slice(page.html.lastIndexOf('<form method="post"'));
    const action = /action="([^"]*)"/.exec(form)?.[1] ?? '';
    return send('POST', action, { form: { ...hiddenFields(form), ...fields }, headers });
  }

  const fill = async (path: string, fields: object = {}) => submit(await open(path), fields);

  /** Opens a sign-in link by its value, and takes it. */
  const signIn = async (link: string) => submit(await get(signInLinkUrl('', link)), {});

  /** Sends a form from this session's pages to a path, whatever the path's own form has. */
  const post = async (path: string, fields: object = {}) => {
    const form = { ...hiddenFields(await html('/account')), ...fields };
    return send('POST', `/dashboard${path}`, { form });
  };
  const signOut = () => post('/sign-out');

  const takeCookies = (other: { readonly cookies: ReadonlyMap<string, string> }) => {
    for (const [name, value] of other.cookies) cookies.set(name, value);
  };

  return {
    cookies,
    cookieHeader: header,
    send,
    get,
    open,
    html,
    submit,
    fill,
    post,
    signIn,
    signOut,
    takeCookies,
  };
}

/** Another node on an app's database, until the test ends. */
export function otherNode(
  { database }: Pick<TestApp, 'database'>,
  config: Partial<Config> = {},
  logger = silentLog(),
) {
  const node = createApp({ database, config: { ...parseConfig({}), ...config }, logger });
  onTestFinished(() => node.close());
  return { app: node };
}

/** Every page behind a session that needs no ID in its path. */
export const pagesOfSession = () =>
  Object.values(DASHBOARD_PATHS)
    .filter((path) => typeof path === 'string')
    .filter((path) => !/sign-(?:in|out)|confirm/.test(path))
    .map((path) => path.slice(DASHBOARD_PATHS.settings.length));

/** `YYYY-MM-DD` */
export const dayIn = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 'YYYY-MM-DD'.length);

/** What a page is expected to be. */
export const shows = (status: number, text: string) => ({
  status,
  html: expect.stringContaining(text),
});

/** A browser's cookies: takes those of a response, and sends them. */
function cookieJar() {
  const cookies = new Map<string, string>();
  const header = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const take = ({ headers }: Response) => {
    for (const line of headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '' || /Max-Age=0/.test(line)) cookies.delete(name);
      else cookies.set(name, value);
    }
  };
  return { cookies, header, take };
}

/** The IDs of elements that a browser may focus when it opens the page; the first one gets the focus. */
export const focused = ({ html }: Page) =>
  [...html.matchAll(/<[^>]* id="([^"]*)"[^>]* autofocus/g)].map(([, id]) => id);

export const hiddenFields = (html: string): Record<string, string> =>
  Object.fromEntries(
    [...html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(
      ([, name = '', value = '']) => [name, value],
    ),
  );

/** The owner of a test app in a new session, without an earlier one. */
export async function signedIn(
  app: TestApp,
  person: { readonly id: number } = app.owner,
): Promise<Visitor> {
  await app.db.session.deleteMany({ where: { userId: person.id } });
  const visitor = createVisitor(app);
  const origin = {
    'owner_api.through': 'dashboard',
    'client.address': ADDRESS,
    'owner_api.request_id': 'sign-in',
  };
  const actor = { db: app.db, log: silentLog(), origin };
  visitor.cookies.set('dashboard_session', await newSession(actor, person.id));
  return visitor;
}

export async function newcomer(app: TestApp, name: string, permissions?: Permission[]) {
  const person = await app.person(name, permissions);
  return { ...person, visitor: await signedIn(app, person) };
}

/** A new token of the app's owner, and what is kept of its failed requests, latest first. */
export async function freshToken(app: TestApp) {
  const { token, tokenId } = await app.person('fresh');
  await app.db.apiToken.update({ where: { id: tokenId }, data: { userId: app.owner.id } });
  const kept = async () => {
    await app.app.flushUsage();
    return app.db.failedRequest.findMany({ where: { tokenId }, orderBy: { at: 'desc' } });
  };
  return { token, tokenId, kept };
}

/** A new token's value, which its page shows once. */
export const valueIn = ({ html }: Page): string => /svc_test_\w{34}/.exec(html)?.[0] ?? '';

/** The address of a page's link that signs out at the provider, or nothing. */
export const signOutThere = ({ html }: Page): string =>
  (/href="([^"]*)"[^>]*>sign out at /i.exec(html)?.[1] ?? '').replaceAll('&amp;', '&');

export interface Way {
  /** Where it starts. */
  readonly from?: string;
  /** Changes the provider's address to which the dashboard leads. */
  readonly there?: (url: URL) => void;
  /** Changes the dashboard's address to which the provider leads back. */
  readonly back?: (url: URL) => void;
  readonly refuses?: boolean;
}

/** A user who goes between the dashboard and the sign-in provider, with cookies for each. */
export function createTraveller(app: Visited, address?: string) {
  const visitor = createVisitor(app, address);
  const { cookies, header, take } = cookieJar();

  async function atProvider(url: string | URL, method = 'GET'): Promise<Response> {
    const response = await fetch(url, {
      method,
      headers: { Cookie: header() },
      redirect: 'manual',
    });
    take(response);
    return response;
  }

  /** Continues at the provider until it leads elsewhere. Returns that address. */
  async function throughProvider(start: URL, refuses = false): Promise<URL> {
    for (let url = start, steps = 0; steps < 10; steps++) {
      const page = await atProvider(url);
      const next = page.headers.has('location')
        ? page
        : await atProvider(`${url.href}${refuses ? '?refuse' : ''}`, 'POST');
      url = new URL(next.headers.get('location') ?? '', url);
      if (url.origin !== start.origin) return url;
    }
    throw new Error('the provider leads nowhere');
  }

  /** Starts a sign-in, as the button of the sign-in page does. */
  async function begin(from = '/dashboard/sign-in/provider'): Promise<Page> {
    const { html } = await visitor.open('/sign-in');
    const [, token = ''] = /[?;]form_token=([\w-]+)/.exec(html) ?? [];
    return visitor.get(`${from}${from.includes('?') ? '&' : '?'}form_token=${token}`);
  }

  /** The address with which the provider leads back to the dashboard. */
  async function answerOf({ from, there, back, refuses }: Way = {}): Promise<URL> {
    const begun = await begin(from);
    const start = new URL(begun.location);
    there?.(start);
    const answer = await throughProvider(start, refuses);
    back?.(answer);
    return answer;
  }

  const arrive = ({ pathname, search }: URL): Promise<Page> => visitor.get(pathname + search);

  return {
    ...visitor,
    begin,
    answerOf,
    arrive,
    signIn: async (way?: Way): Promise<Page> => arrive(await answerOf(way)),
    forgetProvider: () => cookies.clear(),
  };
}
