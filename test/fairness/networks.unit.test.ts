// The networks by which attempts are counted and places are shared (D49).
import { expect, test } from 'vitest';
import { networksOf } from '../../src/fairness/networks.ts';

test.each([
  ['an IPv4 address is its own network', '192.0.2.1', '192.0.2.1', '192.0.2.1'],
  ['as is an IPv4-mapped IPv6 address', '::ffff:192.0.2.1', '192.0.2.1', '192.0.2.1'],
  [
    'an IPv6 address is one of its /64, and of its /48',
    '2001:db8:1:2:3::4',
    '8193:3512:1:2',
    '8193:3512:1',
  ],
  ['as is any other string', 'unknown', 'unknown', 'unknown'],
])('%s', (_, address, network, site) => {
  expect(networksOf(address)).toEqual({ network, site });
});

test("cuts a string that isn't an address", () => {
  expect(networksOf('x'.repeat(5_000)).network).toHaveLength(200);
});
