// Checks over the network which image URLs are reachable (specification 2.1, Image item).
import { setMaxListeners } from 'node:events';
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { isIP, isIPv6, type LookupFunction } from 'node:net';
import { Slot, Slots } from '../fairness/slots.ts';
import type { UrlProbe } from '../operation/context.ts';
import { DeadlineError, timeLeft } from '../request-scope.ts';
import { isImageUrl } from './image-url.ts';
import { isPublicAddress, lookUpAddresses } from './public-address.ts';

const DEFAULTS = {
  /** The addresses of a host name; rejects, or is empty, if the name is unknown or the query aborted. */
  resolve: lookUpAddresses,
  /** Whether a probe may connect to the address. */
  isAllowed: isPublicAddress,
  /** For all URLs of one call together, including the wait for a free slot. */
  timeoutMs: 2_000,
  inFlight: { perUser: 10, inAll: 100 },
};

const MAX_REDIRECTS = 3;
/** A name may list hundreds of addresses; a probe only connects to the first ones. */
const MAX_ADDRESSES = 4;
const REDIRECTS = [301, 302, 303, 307, 308];
const HEADERS = {
  'User-Agent': 'rental-marketplace-owner-api (image check)',
  Accept: 'image/*, */*;q=0.1',
};

/** `enforce`: a GET over the network, to public addresses only; the options are for tests. */
export function networkImageProbe(options: Partial<typeof DEFAULTS> = {}): UrlProbe {
  const { resolve, isAllowed, timeoutMs, inFlight } = { ...DEFAULTS, ...options };
  const slots = new Slots(inFlight);

  // Drops other addresses instead of failing: behind DNS64 every name has one (NAT64) besides its public ones, and only
  // the addresses of this list are connected to.
  async function allowedAddresses(hostname: string, abort: AbortSignal) {
    const literal = hostname.replace(/^\[|\]$/g, '');
    const addresses = isIP(literal) === 0 ? await resolve(hostname, abort) : [literal];
    return addresses.filter(isAllowed).slice(0, MAX_ADDRESSES);
  }

  async function leadsToSuccess(
    url: URL,
    redirectsLeft: number,
    abort: AbortSignal,
  ): Promise<boolean> {
    if (!isPlainWebUrl(url)) return false;
    const addresses = await allowedAddresses(url.hostname, abort);
    if (addresses.length === 0 || abort.aborted) return false;
    const response = await ask(url, addresses, abort);
    const { statusCode: status = 0 } = response ?? {};
    if (status >= 200 && status < 300) return true;
    const target = response && redirectsLeft > 0 ? redirectTarget(response, url) : null;
    return target !== null && leadsToSuccess(target, redirectsLeft - 1, abort);
  }

  async function isReachable(src: string, userId: number, abort: AbortSignal) {
    const slot = new Slot(slots, { userId });
    if (!isImageUrl(src) || !(await slot.take(abort))) return false;
    try {
      return await leadsToSuccess(new URL(src), MAX_REDIRECTS, abort);
    } catch {
      return false;
    } finally {
      slot.end();
    }
  }

  return {
    async reachable(urls, userId) {
      if (timeLeft(timeoutMs) < timeoutMs) throw new DeadlineError();
      const abort = AbortSignal.timeout(timeoutMs);
      setMaxListeners(0, abort);
      return Promise.all(urls.map((src) => isReachable(src, userId, abort)));
    },
  };
}

/** A lookup returns all addresses, whatever the options of the process. */
const ALL = { autoSelectFamily: true };

/** One GET to one of the addresses; undefined if there is no response, for any reason. */
function ask(
  url: URL,
  addresses: readonly string[],
  abort: AbortSignal,
): Promise<IncomingMessage | undefined> {
  const secure = url.protocol === 'https:';
  const options = {
    // Own agents, because the global ones follow proxy variables, keep connections open and remember TLS sessions.
    agent: secure ? new HttpsAgent({ rejectUnauthorized: true, ...ALL }) : new HttpAgent(ALL),
    lookup: pinnedTo(addresses),
    headers: HEADERS,
    signal: abort,
  };
  return new Promise((resolve) => {
    const request = (secure ? httpsRequest : httpRequest)(url, options);
    request.once('response', (response) => {
      resolve(response);
      // The head is enough; the body, which may be endless, stays unread.
      request.destroy();
    });
    // Node ends every failed request with `close`.
    request.on('error', () => {});
    request.once('close', () => resolve(undefined));
    request.end();
  });
}

/** Makes Node connect to the checked addresses: a second lookup could return others (DNS rebinding). */
function pinnedTo(addresses: readonly string[]): LookupFunction {
  const pinned = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  return (_hostname, _options, callback) => callback(null, pinned);
}

function redirectTarget({ statusCode = 0, headers }: IncomingMessage, from: URL) {
  if (!REDIRECTS.includes(statusCode) || headers.location === undefined) return null;
  // Node reads header bytes as latin1; browsers take them for UTF-8.
  return URL.parse(Buffer.from(headers.location, 'latin1').toString(), from);
}

/** For redirects, where browsers are lenient about the rest of a URL. */
function isPlainWebUrl({ protocol, username, password }: URL) {
  return /^https?:$/.test(protocol) && username + password === '';
}
