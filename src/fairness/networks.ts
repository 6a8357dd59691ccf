// The networks of a client, to count its attempts and share places: within them, it can choose its address.
import ipaddr from 'ipaddr.js';

/** In characters; an address made up by a proxy may be longer. */
const MAX_KEY_LENGTH = 200;

export interface Networks {
  /** An IPv4 address, or the /64 of an IPv6 address. */
  readonly network: string;
  /** An IPv4 address, or the /48 of an IPv6 address, which providers assign as a whole. */
  readonly site: string;
}

export function networksOf(address: string): Networks {
  const parsed = ipaddr.isValid(address) ? ipaddr.process(address) : undefined;
  if (parsed instanceof ipaddr.IPv6) {
    const prefix = (groups: number) => parsed.parts.slice(0, groups).join(':');
    return { network: prefix(4), site: prefix(3) };
  }
  const own = parsed?.toString() ?? address.slice(0, MAX_KEY_LENGTH);
  return { network: own, site: own };
}
