// Content negotiation of pages: browsers get HTML, API clients JSON.
import { expect, test } from 'vitest';
import { prefersHtml } from '../../src/http/prefers-html.ts';

const FIREFOX = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const CHROME =
  'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7';

test.each<[string | undefined, boolean]>([
  [FIREFOX, true],
  [CHROME, true],
  ['text/html', true],
  ['TEXT/HTML; charset=utf-8', true],
  ['application/json;q=0.5, text/html', true],
  [undefined, false],
  ['', false],
  ['*/*', false],
  ['application/json', false],
  ['application/json, text/plain, */*', false],
  ['application/json, text/html', false],
  ['application/graphql-response+json, application/json, text/html;q=0.9', false],
  ['text/html;q=0.5, */*', false],
  ['text/html;q=0', false],
  ['image/avif, image/webp, */*;q=0.8', false],
  ['text/css, */*;q=0.1', false],
  ['text/plain', false],
])('Accept: %s', (accept, expected) => {
  const headers = new Headers(accept === undefined ? {} : { Accept: accept });
  expect(prefersHtml(new Request('http://localhost/', { headers }))).toBe(expected);
});
