// Resolves host names, and decides which addresses are public unicast ones.
import { Resolver } from 'node:dns/promises';
import { addAbortListener } from 'node:events';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** IANA's global unicast range; ipaddr.js also calls the unassigned rest and ::a.b.c.d unicast. */
const GLOBAL_UNICAST_V6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** Azure's host agent: a public address that, inside a virtual machine, belongs to its own host. */
const CLOUD_HOST_AGENT = '168.63.129.16';

/** A second query after a lost datagram leaves time to connect. */
const DNS_TRY_MS = 400;
const DNS_TRIES = 2;

/** Whether an IPv4 or IPv6 address is on the public internet; false for any other string. */
export function isPublicAddress(address: string) {
  // Only link-local addresses have a zone (`%eth0`).
  if (isIP(address) === 0 || address.includes('%')) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv6
    ? parsed.match(GLOBAL_UNICAST_V6)
    : parsed.toString() !== CLOUD_HOST_AGENT;
}

/**
 * The A and then the AAAA records of `hostname`; `abort` ends the queries. The system's `dns.lookup` can't be aborted,
 * and four slow names at a time would occupy all libuv threads. Names in the hosts file are not public.
 */
export async function lookUpAddresses(
  hostname: string,
  abort: AbortSignal,
  nameServers?: readonly string[],
) {
  const resolver = new Resolver({ timeout: DNS_TRY_MS, tries: DNS_TRIES });
  if (nameServers !== undefined) resolver.setServers(nameServers);
  using _listening = addAbortListener(abort, () => resolver.cancel());
  const answers = await Promise.allSettled([
    resolver.resolve4(hostname),
    resolver.resolve6(hostname),
  ]);
  return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
}
