// The network of a client: the key of the budgets that are counted by address.
import ipaddr from 'ipaddr.js';

/** In characters; an address that a proxy has made up may be longer. */
const MAX_KEY_LENGTH = 200;

/** The address of a client; of an IPv6 address the network, its first half, because the client chooses the rest. */
export function clientNetwork(address: string): string {
  if (!ipaddr.isValid(address)) return address.slice(0, MAX_KEY_LENGTH);
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, 4).join(':') : parsed.toString();
}
