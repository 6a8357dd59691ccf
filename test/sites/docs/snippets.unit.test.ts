// Example requests as code of each language: texts, numbers, lists and empty objects as they are, whatever they contain.
import { expect, test } from 'vitest';
import { LANGUAGES } from '../../../src/sites/docs/languages.ts';
import type { ExampleExchange } from '../../../src/sites/pages/snippets.ts';

const ORIGIN = 'https://api.example.com';
const request: ExampleExchange = {
  method: 'PUT',
  path: '/things/1',
  headers: { 'If-Match': '"a.1"' },
  body: {
    text: `It's "quoted" with a \\ and $TOKEN`,
    lines: 'one\ntwo',
    values: [1.5, true, false, null, [], {}],
    nested: { 'two words': { deep: 'a value that is long enough to need a line of its own' } },
  },
  response: { status: 200, body: {} },
};

test('in curl: its JSON in one word of the shell', () => {
  const [, word = ''] = /-d '(.*)'$/s.exec(LANGUAGES.curl.print(ORIGIN, request)) ?? [];
  expect(word.replaceAll("'\\''", '')).not.toContain("'");
  expect(JSON.parse(word.replaceAll("'\\''", "'"))).toEqual(request.body);
});

test('in JavaScript: code that sends just this', async () => {
  const sent: unknown[] = [];
  const fetch = async (...args: unknown[]) => {
    sent.push(...args);
    return { json: async () => ({}) };
  };
  const code = `return (async () => { ${LANGUAGES.javascript.print(ORIGIN, request)} })();`;
  await new Function('fetch', 'console', 'process', code)(fetch, { log: () => {} }, { env: { TOKEN: 'svc_test_x' } });
  const headers = { Authorization: 'Bearer svc_test_x', 'Content-Type': 'application/json', 'If-Match': '"a.1"' };
  expect(sent).toEqual([`${ORIGIN}/things/1`, { method: 'PUT', headers, body: JSON.stringify(request.body) }]);
});

// The examples of the guides are run in both languages; these are the values that they do not have.
test.each([
  ['python', String.raw`"text": "It's \"quoted\" with a \\ and $TOKEN",`],
  ['python', String.raw`"lines": "one\ntwo",`],
  ['python', '"values": [1.5, True, False, None, [], {}],'],
  ['python', String.raw`"If-Match": "\"a.1\"",`],
  ['php', String.raw`'text' => 'It\'s "quoted" with a \\ and $TOKEN',`],
  ['php', `'lines' => 'one\ntwo',`],
  ['php', "'values' => [1.5, true, false, null, [], new stdClass()],"],
  ['php', `'If-Match: "a.1"',`],
] as const)('in %s: %s', (language, line) => expect(LANGUAGES[language].print(ORIGIN, request)).toContain(line));

test('a request without a body, its token in the URL, answered 304, in PHP', () => {
  const read: ExampleExchange = { method: 'GET', path: '/things/1', tokenInUrl: true, response: { status: 304 } };
  expect(LANGUAGES.php.print(ORIGIN, read)).toBe(`<?php
$request = curl_init('https://api.example.com/things/1?token=' . getenv('TOKEN'));
curl_setopt_array($request, [
    CURLOPT_RETURNTRANSFER => true,
]);
$answer = curl_exec($request);
echo curl_getinfo($request, CURLINFO_RESPONSE_CODE), PHP_EOL;`);
});
