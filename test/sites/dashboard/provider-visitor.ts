// A person who goes between the dashboard and the provider of sign-in without a browser, with the cookies of each.
import type { TestApp } from '../../support/app.ts';
import { cookieJar, createVisitor, type Page } from './visitor.ts';

interface Way {
  /** Where it begins. */
  readonly from?: string;
  /** Changes the address at the provider to which the dashboard leads. */
  readonly there?: (url: URL) => void;
  /** Changes the address at the dashboard to which the provider leads back. */
  readonly back?: (url: URL) => void;
  readonly refuses?: boolean;
}

export function createTraveller(app: Pick<TestApp, 'app'>, address?: string) {
  const visitor = createVisitor(app, address);
  const { cookies, header, take } = cookieJar();

  async function atProvider(url: string | URL, method = 'GET'): Promise<Response> {
    const response = await fetch(url, { method, headers: { Cookie: header() }, redirect: 'manual' });
    take(response);
    return response;
  }

  /** Goes on at the provider until it leads elsewhere. Returns that address. */
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

  /** The address of the answer, with which the provider leads back to the dashboard. */
  async function answerOf({ from = '/dashboard/sign-in/provider', there, back, refuses }: Way = {}): Promise<URL> {
    const begun = await visitor.get(from);
    const start = new URL(begun.headers.get('location') ?? '');
    there?.(start);
    const answer = await throughProvider(start, refuses);
    back?.(answer);
    return answer;
  }

  const arrive = ({ pathname, search }: URL): Promise<Page> => visitor.get(pathname + search);

  return {
    ...visitor,
    atProvider,
    throughProvider,
    answerOf,
    arrive,
    signIn: async (way?: Way): Promise<Page> => arrive(await answerOf(way)),
    /** Forgets the session at the provider. */
    forgetProvider: () => cookies.clear(),
  };
}
