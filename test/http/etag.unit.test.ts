// Conditional requests: a response is not sent again to a client that has it.
import { expect, test } from 'vitest';
import { etagOf, isNotModified } from '../../src/http/etag.ts';

const etag = etagOf('content');
const other = etagOf('other content');

const request = (condition?: string) =>
  new Request('http://localhost/', condition === undefined ? {} : { headers: { 'If-None-Match': condition } });

test('an ETag is strong and follows the content', () => {
  expect(etag).toMatch(/^"[\w-]+"$/);
  expect(etagOf('content')).toBe(etag);
  expect(other).not.toBe(etag);
});

test.each([etag, `W/${etag}`, `${other}, ${etag}`, `${other},W/${etag} , "x"`, `"a,b", ${etag}`, '*', ' * '])(
  'If-None-Match: %s is answered 304',
  (condition) => {
    expect(isNotModified(request(condition), etag)).toBe(true);
    expect(isNotModified(request(condition), `W/${etag}`)).toBe(true);
  },
);

test.each([undefined, '', other, `W/${other}`, etag.slice(1, -1), '"', `"x${etag.slice(1)}`, '"*"'])(
  'If-None-Match: %s is answered with the content',
  (condition) => {
    expect(isNotModified(request(condition), etag)).toBe(false);
  },
);
