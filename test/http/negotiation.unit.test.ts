// What the request headers decide about a response: HTML or JSON, and which of the codings it prefers (RFC 9110).
import { expect, test } from 'vitest';
import { acceptedCoding, prefersHtml } from '../../src/http/negotiation.ts';

const request = (name: string, value?: string) =>
  new Request('http://localhost/', value === undefined ? {} : { headers: { [name]: value } });

const FIREFOX = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const GRAPHQL = 'application/graphql-response+json, application/json, text/html;q=0.9';

test.each<[accept: string | undefined, isHtml: boolean]>([
  [FIREFOX, true],
  ['text/html', true],
  ['TEXT/HTML; charset=utf-8', true],
  ['application/json;q=0.5, text/html', true],
  [undefined, false],
  ['', false],
  ['*/*', false],
  ['application/json, text/plain, */*', false],
  ['application/json, text/html', false],
  [GRAPHQL, false],
  ['text/html;q=0.5, */*', false],
  ['text/html;q=0', false],
  ['image/avif, image/webp, */*;q=0.8', false],
  ['text/css, */*;q=0.1', false],
])('Accept: %s asks for HTML: %s', (accept, isHtml) => {
  expect(prefersHtml(request('Accept', accept))).toBe(isHtml);
});

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['zstd, gzip', 'zstd'],
  ['*', 'br'],
])('Accept-Encoding: %s selects %s (D42)', (text, coding) => {
  expect(acceptedCoding(request('Accept-Encoding', text))).toBe(coding);
});
