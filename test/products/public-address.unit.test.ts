// Which addresses count as public, and the look-up of a name's addresses (D29).
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { describe, expect, it, onTestFinished } from 'vitest';
import { isPublicAddress, lookUpAddresses } from '../../src/products/public-address.ts';
import { EVENTUALLY } from '../support/eventually.ts';

describe('D29 enforce: public addresses only', () => {
  const PUBLIC_ADDRESSES =
    '8.8.8.8 1.1.1.1 172.15.255.255 172.32.0.1 100.63.255.255 223.255.255.255 2606:4700:4700::1111 2a00:1450:4001:82a::200e';
  it.each(PUBLIC_ADDRESSES.split(' '))('%s is public', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each([
    ['unspecified', '0.0.0.0 0.1.2.3 ::'],
    ['loopback', '127.0.0.1 127.255.255.254 ::1'],
    [
      'private',
      '10.0.0.1 172.16.0.1 172.31.255.255 192.168.1.1 fc00::1 fd00:ec2::254 fec0::1',
    ],
    [
      'link-local and metadata',
      '169.254.1.1 169.254.169.254 fe80::1 fe80::1%eth0 168.63.129.16',
    ],
    ['carrier-grade NAT', '100.64.0.1 100.100.100.200 100.127.255.255'],
    ['multicast and broadcast', '224.0.0.1 239.255.255.255 255.255.255.255 ff02::1'],
    [
      'protocol assignments, benchmarks',
      '192.0.0.1 192.0.0.192 198.18.0.1 198.19.255.255 2001:2::1',
    ],
    ['documentation', '192.0.2.1 198.51.100.1 203.0.113.1 2001:db8::1 3fff::1'],
    ['reserved', '240.0.0.1 254.1.2.3 192.88.99.1 100::1 100:0:0:1::1 4000::1 1::1 5f00::1'],
    ['v4-mapped', '::ffff:127.0.0.1 ::ffff:8.8.8.8 ::ffff:a9fe:a9fe'],
    ['v4-compatible and translated', '::127.0.0.1 ::7f00:1 ::808:808 ::ffff:0:127.0.0.1'],
    [
      '6to4 and Teredo',
      '2002:7f00:1:: 2002:808:808::1 2001::1 2001:0:4136:e378:8000:63bf:3fff:fdd2',
    ],
    ['NAT64', '64:ff9b::127.0.0.1 64:ff9b::808:808 64:ff9b:1::1 64:ff9b:2::7f00:1'],
    ['zoned', '2606:4700:4700::1111%eth0'],
    ['invalid', 'localhost 127.1 8.8.8 0x8080808 134744072 [::1]'],
  ])('%s addresses are not public', (_range, addresses) => {
    expect(addresses.split(' ').filter(isPublicAddress)).toEqual([]);
  });

  it.each(['', ' 8.8.8.8'])('%j is not public', (text) => {
    expect(isPublicAddress(text)).toBe(false);
  });
});

describe('D29 enforce: resolves names through DNS', () => {
  it('returns A and AAAA records', async () => {
    const server = await nameServer((query) => dnsAnswer(query, [192, 0, 2, 7]));
    expect(
      await lookUpAddresses('images.example', new AbortController().signal, [server]),
    ).toEqual(['192.0.2.7']);
  });

  it('gives up on a silent name server in time', async () => {
    const server = await nameServer(() => undefined);
    const started = performance.now();
    expect(
      await lookUpAddresses('images.example', AbortSignal.timeout(60), [server]),
    ).toEqual([]);
    expect(performance.now() - started).toBeLessThan(EVENTUALLY);
  });
});

async function nameServer(answer: (query: Buffer) => Buffer | undefined): Promise<string> {
  const socket = createSocket('udp4');
  socket.on('message', (query, { port, address }) => {
    const reply = answer(query);
    if (reply !== undefined) socket.send(reply, port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  onTestFinished(() => void socket.close());
  return `127.0.0.1:${socket.address().port}`;
}

/** One A record for a query of type A, none for other types (RFC 1035, section 4.1). */
function dnsAnswer(query: Buffer, ipv4: readonly number[]): Buffer {
  const questionEnd = query.indexOf(0, 12) + 5;
  const isA = query.readUInt16BE(questionEnd - 4) === 1;
  const header = [...query.subarray(0, 2), 0x81, 0x80, 0, 1, 0, isA ? 1 : 0, 0, 0, 0, 0];
  const record = [0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...ipv4];
  return Buffer.from([...header, ...query.subarray(12, questionEnd), ...(isA ? record : [])]);
}
