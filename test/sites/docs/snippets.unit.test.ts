// Example requests as curl commands: strings, numbers, lists and empty objects arrive unchanged.
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

test('writes a GraphQL request as one body of valid JSON', () => {
  const query = 'query ($id: ID!) {\n  product(id: $id) {\n    title\n  }\n}\n';
  const body = { variables: { id: 1 } };
  const command = printCurl(ORIGIN, { method: 'POST', path: '/graphql', query, body });
  const [, word = ''] = /-d '(.*)'$/s.exec(command) ?? [];
  expect(JSON.parse(word)).toEqual({
    query: 'query ($id: ID!) { product(id: $id) { title } }',
    ...body,
  });
  expect(printCurl(ORIGIN, { method: 'POST', path: '/graphql', query: '{ a }' })).toBe(
    `curl -i ${ORIGIN}/graphql \\\n  -H "Authorization: Bearer $TOKEN" \\\n` +
      `  -H 'Content-Type: application/json' \\\n  -d '{"query":"{ a }"}'`,
  );
});

test('quotes a path that a shell would expand, and asks for a HEAD without a body', () => {
  expect(printCurl(ORIGIN, { method: 'HEAD', path: "/it's/$(id);&" })).toBe(
    `curl -i -I '${ORIGIN}/it'\\''s/$(id);&' \\\n  -H "Authorization: Bearer $TOKEN"`,
  );
});
