// A client's address behind trusted proxies, each of which appends its own client's address to X-Forwarded-For.
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

/** `[2001:db8::1]:1234`, `[2001:db8::1]` or `198.51.100.7:1234`; bare IPv6 has its own colons. */
const WITH_PORT = /^(?:\[([^\]]*)\]|([\d.]+))(?::\d{1,5})?$/;

/**
 * The entry of the outermost trusted proxy. If that isn't an address, the nearest one that a trusted proxy vouches for:
 * the entry of a proxy behind it, or the connection. Ports are dropped, because each connection has another one.
 */
export function clientAddress(
  { headers, socket }: IncomingMessage,
  trustedProxyHops: number,
): string {
  const entries = String(headers['x-forwarded-for'] ?? '').split(',');
  const trusted =
    trustedProxyHops > 0 && entries.length >= trustedProxyHops
      ? entries.slice(-trustedProxyHops)
      : [];
  const address = trusted.map(addressIn).find((one) => one !== undefined);
  return address ?? socket.remoteAddress ?? 'unknown';
}

function addressIn(entry: string): string | undefined {
  const text = entry.replaceAll('"', '').trim();
  const [, inBrackets, beforePort] = WITH_PORT.exec(text) ?? [];
  const address = inBrackets ?? beforePort ?? text;
  return isIP(address) === 0 ? undefined : address;
}
