// Example requests as code of each language: texts, numbers, lists and empty objects as they are, whatever they contain.
import { describe, expect, test } from 'vitest';
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

describe('a request with a body', () => {
  test('in curl: its JSON in one word of the shell', () => {
    const [, word = ''] = /-d '(.*)'$/s.exec(LANGUAGES.curl.print(ORIGIN, request)) ?? [];
    expect(word.replaceAll("'\\''", '')).not.toContain("'");
    expect(JSON.parse(word.replaceAll("'\\''", "'"))).toEqual(request.body);
  });

  test('in JavaScript: code that sends just this', async () => {
    const sent: unknown[] = [];
    const code = LANGUAGES.javascript.print(ORIGIN, request);
    const fetch = async (...args: unknown[]) => {
      sent.push(...args);
      return { json: async () => ({}) };
    };
    const run = new Function('fetch', 'console', 'process', `return (async () => { ${code} })();`);
    await run(fetch, { log: () => {} }, { env: { TOKEN: 'svc_test_x' } });
    expect(sent).toEqual([
      `${ORIGIN}/things/1`,
      {
        method: 'PUT',
        headers: { Authorization: 'Bearer svc_test_x', 'Content-Type': 'application/json', 'If-Match': '"a.1"' },
        body: JSON.stringify(request.body),
      },
    ]);
  });

  test('in Python', () => {
    expect(LANGUAGES.python.print(ORIGIN, request)).toMatchInlineSnapshot(`
      "import os

      import requests

      response = requests.put(
          "https://api.example.com/things/1",
          headers={
              "Authorization": f"Bearer {os.environ['TOKEN']}",
              "If-Match": "\\"a.1\\"",
          },
          json={
              "text": "It's \\"quoted\\" with a \\\\ and $TOKEN",
              "lines": "one\\ntwo",
              "values": [1.5, True, False, None, [], {}],
              "nested": {
                  "two words": {"deep": "a value that is long enough to need a line of its own"},
              },
          },
      )
      print(response.status_code, response.json())"
    `);
  });

  test('in PHP', () => {
    expect(LANGUAGES.php.print(ORIGIN, request)).toMatchInlineSnapshot(`
      "<?php
      $request = curl_init('https://api.example.com/things/1');
      curl_setopt_array($request, [
          CURLOPT_CUSTOMREQUEST => 'PUT',
          CURLOPT_HTTPHEADER => [
              'Authorization: Bearer ' . getenv('TOKEN'),
              'Content-Type: application/json',
              'If-Match: "a.1"',
          ],
          CURLOPT_POSTFIELDS => json_encode([
              'text' => 'It\\'s "quoted" with a \\\\ and $TOKEN',
              'lines' => 'one
      two',
              'values' => [1.5, true, false, null, [], new stdClass()],
              'nested' => [
                  'two words' => ['deep' => 'a value that is long enough to need a line of its own'],
              ],
          ]),
          CURLOPT_RETURNTRANSFER => true,
      ]);
      $answer = curl_exec($request);
      echo curl_getinfo($request, CURLINFO_RESPONSE_CODE), ' ', $answer, PHP_EOL;"
    `);
  });
});

// The examples of the guides on tokens and caching run this in the other languages.
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
