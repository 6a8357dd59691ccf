// Commands repeat a call without its tokens.
import { expect, test } from 'vitest';
import { curl } from './curl.ts';

test('commands have shell variables in place of tokens, and quote what a shell would expand', () => {
  const call = { method: 'PUT', path: '/a', headers: { A: 'b' }, body: '{"a":"it\'s\ufeff"}' };
  expect(curl('http://x', call)).toBe(
    `curl -i -X PUT -H "Authorization: Bearer $TOKEN" -H 'A: b' --data-binary '{"a":"it'\\''s\\ufeff"}' 'http://x/a'`,
  );
  expect(curl('http://x', { method: 'GET', path: '/a?b=1', credential: { who: 'rival', tokenIn: 'query' } })).toBe(
    `curl -i 'http://x/a?b=1'"&token=$RIVAL_TOKEN"`,
  );
});
