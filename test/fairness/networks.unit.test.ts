// The networks by which attempts are counted and places are shared (D49).
import { expect, test } from 'vitest';
import { networksOf } from '../../src/fairness/networks.ts';

test.each([
  ['an IPv4 address is alone', '192.0.2.1', '192.0.2.1', '192.0.2.1'],
  ['so is one in the form of IPv6', '::ffff:192.0.2.1', '192.0.2.1', '192.0.2.1'],
  ['an IPv6 address is one of its /64, and of its /48', '2001:db8:1:2:3::4', '8193:3512:1:2', '8193:3512:1'],
  ['a text that is no address is alone', 'unknown', 'unknown', 'unknown'],
])('%s', (_, address, network, site) => {
  expect(networksOf(address)).toEqual({ network, site });
});

test('a text that is no address is cut', () => {
  expect(networksOf('x'.repeat(5_000)).network).toHaveLength(200);
});
