// Example requests as curl commands: strings, numbers, lists and empty objects arrive unchanged. Other tests run the
// commands of all examples.
import { expect, test } from 'vitest';
import type { ExampleRequest } from '../../../src/openapi/recorded-examples.ts';
import { printCurl } from '../../../src/sites/pages/snippets.ts';

const ORIGIN = 'https://api.example.com';
const request: ExampleRequest = {
  method: 'PUT',
  path: '/things/1',
  headers: { 'If-Match': '"a.1"' },
  body: {
    text: `It's "quoted" with a \\ and $TOKEN`,
    lines: 'one\ntwo',
    values: [1.5, true, false, null, [], {}],
    nested: {
      'two words': { deep: 'a value that is long enough to need a line of its own' },
    },
  },
};

test('writes a JSON body as one shell word', () => {
  const [, word = ''] = /-d '(.*)'$/s.exec(printCurl(ORIGIN, request)) ?? [];
  expect(word.replaceAll("'\\''", '')).not.toContain("'");
  expect(JSON.parse(word.replaceAll("'\\''", "'"))).toEqual(request.body);
});
