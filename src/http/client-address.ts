// A client's address, also behind trusted proxies, each of which appends its own client's address to X-Forwarded-For.
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

/** `[2001:db8::1]:1234`, `[2001:db8::1]` or `198.51.100.7:1234`; bare IPv6 has its own colons. */
const WITH_PORT = /^(?:\[([^\]]*)\]|([\d.]+))(?::\d{1,5})?$/;

/** An IPv4 client of a socket or a proxy that listens for IPv6 too: `::ffff:192.0.2.1`. */
const MAPPED = /^::ffff:(?=\d+\.)/i;

/** As far as it can be trusted. */
export function clientAddress(request: IncomingMessage, trustedProxyHops: number): string {
  const forwarded =
    trustedProxyHops > 0 ? forwardedAddress(request, trustedProxyHops) : undefined;
  const address = forwarded ?? request.socket.remoteAddress ?? 'unknown';
  return address.replace(MAPPED, '');
}

/**
 * The entry of the outermost trusted proxy. If that isn't an address, the nearest one that a trusted proxy vouches for:
 * the entry of a proxy behind it, or undefined. Ports are dropped, because each connection has another one.
 */
function forwardedAddress(
  { headers }: IncomingMessage,
  trustedProxyHops: number,
): string | undefined {
  const entries = String(headers['x-forwarded-for'] ?? '').split(',');
  if (entries.length < trustedProxyHops) return undefined;
  return entries
    .slice(-trustedProxyHops)
    .map(addressIn)
    .find((one) => one !== undefined);
}

function addressIn(entry: string): string | undefined {
  const text = entry.replaceAll('"', '').trim();
  const [, inBrackets, beforePort] = WITH_PORT.exec(text) ?? [];
  const address = inBrackets ?? beforePort ?? text;
  return isIP(address) === 0 ? undefined : address;
}
