// A client's address is the connection's, or the entry that the trusted proxies added.
import { expect, test } from 'vitest';
import type { Client } from '../../src/http/listen.ts';
import { serveFetch } from './served-app.ts';

const answerAddress = async (_: Request, { address }: Client) => new Response(address);

const textAt = async (origin: string, headers = {}) =>
  (await fetch(origin, { headers: { Connection: 'close', ...headers } })).text();

test.each([
  [
    'is that of the connection without a trusted proxy, whatever a client claims',
    0,
    '192.0.2.1',
    '127.0.0.1',
  ],
  [
    'is the last entry behind one proxy: those before it are claims of the client',
    1,
    '10.0.0.1, 192.0.2.1',
    '192.0.2.1',
  ],
  ['is the last but one behind two', 2, '203.0.113.9,192.0.2.1 , 10.0.0.2', '192.0.2.1'],
  ['is that of the connection without the header', 1, undefined, '127.0.0.1'],
  [
    'is that of the connection where there are fewer entries than proxies',
    2,
    '192.0.2.1',
    '127.0.0.1',
  ],
  ['is that of the connection for an empty entry', 1, '192.0.2.1, ', '127.0.0.1'],
  [
    'has no port, which differs with each connection',
    1,
    '198.51.100.7:41234',
    '198.51.100.7',
  ],
  ['has no port behind IPv6 in brackets', 1, '[2001:db8::1]:1234', '2001:db8::1'],
  ['has no quotes', 1, '"[2001:db8::1]:1234"', '2001:db8::1'],
  ['has no brackets', 1, '[2001:db8::1]', '2001:db8::1'],
  ['is IPv4 in its own form', 1, '::ffff:192.0.2.1', '192.0.2.1'],
  ['is IPv6 as it stands', 1, '2001:db8::1:1234', '2001:db8::1:1234'],
  [
    "is the connection's for an entry that is not an address",
    1,
    '192.0.2.1, unknown',
    '127.0.0.1',
  ],
  ["is the connection's for a truncated address", 1, '198.51.100:41234', '127.0.0.1'],
  [
    "is the next proxy's for an entry that is not an address",
    2,
    'made-up, 10.0.0.2:80',
    '10.0.0.2',
  ],
] as const)('it %s', async (_, trustedProxyHops, forwarded, address) => {
  const { port } = await serveFetch(answerAddress, { trustedProxyHops });
  const headers = forwarded === undefined ? {} : { 'X-Forwarded-For': forwarded };
  expect(await textAt(`http://127.0.0.1:${port}/`, headers)).toBe(address);
});

test.each(['127.0.0.1', '::1'])(
  'on :: both families reach the service, such as %s',
  async (address) => {
    const { port } = await serveFetch(answerAddress, { host: '::' });
    const host = address.includes(':') ? `[${address}]` : address;
    expect(await textAt(`http://${host}:${port}/`)).toBe(address);
  },
);
