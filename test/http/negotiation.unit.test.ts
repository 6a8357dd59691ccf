// What the request headers decide about a response: HTML or JSON, its encoding, 304 for what the client has (RFC
// 9110).
import { expect, test } from 'vitest';
import {
  acceptedCoding,
  etagOf,
  isNotModified,
  prefersHtml,
} from '../../src/http/negotiation.ts';

const request = (name: string, value?: string) =>
  new Request('http://localhost/', value === undefined ? {} : { headers: { [name]: value } });

const FIREFOX = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const GRAPHQL = 'application/graphql-response+json, application/json, text/html;q=0.9';

const rows = (texts: readonly (string | undefined)[], expected: boolean) =>
  texts.map((text) => [text, expected] as const);

test.each([
  ...rows(
    [FIREFOX, 'text/html', 'TEXT/HTML; charset=utf-8', 'application/json;q=0.5, text/html'],
    true,
  ),
  ...rows(
    [
      undefined,
      '',
      '*/*',
      'application/json, text/plain, */*',
      'application/json, text/html',
      GRAPHQL,
    ],
    false,
  ),
  ...rows(
    [
      'text/html;q=0.5, */*',
      'text/html;q=0',
      'image/avif, image/webp, */*;q=0.8',
      'text/css, */*;q=0.1',
    ],
    false,
  ),
])('Accept: %s asks for HTML: %s', (accept, isHtml) => {
  expect(prefersHtml(request('Accept', accept))).toBe(isHtml);
});

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['zstd, gzip', 'zstd'],
  ['br;q=0.5, zstd', 'zstd'],
  ['*', 'br'],
  ['*;q=0.5, br;q=0', 'zstd'],
  ['gzip;q=1.0, BR;q=0.1', 'gzip'],
  ['identity;q=0, gzip;q=0.2', 'gzip'],
  ['identity, gzip;q=0.5', undefined],
  ['x, brotli, deflate', undefined],
  ['*;q=0, br', 'br'],
  ['*;q=0, identity', undefined],
] as const)('Accept-Encoding: %s selects %s (D42)', (text, coding) => {
  expect(acceptedCoding(request('Accept-Encoding', text))).toBe(coding);
});

const [etag, other] = [etagOf('content'), etagOf('other content')];

test('an ETag is strong and depends on the content', () => {
  expect(etag).toMatch(/^"[\w-]+"$/);
  expect([etagOf('content'), other === etag]).toEqual([etag, false]);
});

test.each([
  ...rows(
    [
      etag,
      `W/${etag}`,
      `${other}, ${etag}`,
      `${other},W/${etag} , "x"`,
      `"a,b", ${etag}`,
      '*',
      ' * ',
    ],
    true,
  ),
  ...rows(
    [undefined, '', other, `W/${other}`, etag.slice(1, -1), '"', `"x${etag.slice(1)}`, '"*"'],
    false,
  ),
])('If-None-Match: %s returns 304: %s', (condition, isKnown) => {
  const conditional = request('If-None-Match', condition);
  expect([etag, `W/${etag}`].map((one) => isNotModified(conditional, one))).toEqual([
    isKnown,
    isKnown,
  ]);
});
