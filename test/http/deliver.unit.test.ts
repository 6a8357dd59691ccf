// The coding of an answer by Accept-Encoding (RFC 9110, section 12.5.3).
import { expect, test } from 'vitest';
import { acceptedCoding } from '../../src/http/deliver.ts';

const codingFor = (accepted?: string) =>
  acceptedCoding(
    new Request('http://localhost/', accepted === undefined ? {} : { headers: { 'Accept-Encoding': accepted } }),
  );

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['zstd, br', 'br'],
  ['zstd, gzip', 'zstd'],
  ['br;q=0.5, zstd', 'zstd'],
  ['gzip, deflate, br', 'br'],
  ['gzip', 'gzip'],
  ['GZIP', 'gzip'],
  ['*', 'br'],
  ['*;q=0.5, br;q=0', 'zstd'],
  ['gzip;q=1.0, BR;q=0.1', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['identity;q=0, gzip;q=0.2', 'gzip'],
  ['identity;q=0.2, gzip;q=0.5', 'gzip'],
  ['identity, gzip;q=0.5', undefined],
  ['x, brotli, deflate', undefined],
  ['gzip;q=0', undefined],
  ['identity', undefined],
  ['', undefined],
  [undefined, undefined],
])('Accept-Encoding: %s is answered with %s (D42)', (accepted, coding) => {
  expect(codingFor(accepted).coding).toBe(coding);
});

test.each([
  ['identity;q=0, br', true],
  ['*;q=0, br', true],
  ['*;q=0, identity', false],
  ['br', false],
])('after Accept-Encoding: %s a coding is required: %s (D42)', (accepted, isRequired) => {
  expect(codingFor(accepted).isRequired).toBe(isRequired);
});
