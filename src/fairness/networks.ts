// The networks of a client, to count its attempts and share places: within them, it can choose its address.
import ipaddr from 'ipaddr.js';

/** In characters; an address made up by a proxy may be longer. */
const MAX_NETWORK_LENGTH = 200;

/**
 * An IPv4 address is both. Of an IPv6 address, `network` is the /64, and `site` is the /48, which providers assign as a
 * whole.
 */
export function networksOf(address: string) {
  const parsed = ipaddr.isValid(address) ? ipaddr.process(address) : undefined;
  if (parsed instanceof ipaddr.IPv6) {
    const prefix = (groups: number) => parsed.parts.slice(0, groups).join(':');
    return { network: prefix(4), site: prefix(3) };
  }
  const own = parsed?.toString() ?? address.slice(0, MAX_NETWORK_LENGTH);
  return { network: own, site: own };
}
