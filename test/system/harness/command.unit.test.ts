// The harness's command line: its options, the cases that they choose, its progress and its reports.
import fc from 'fast-check';
import { buildSchema, introspectionFromSchema } from 'graphql';
import { expect, test } from 'vitest';
import type { AnsweredCall } from './calls/call.ts';
import { readGraphQLContract } from './contract/graphql-contract.ts';
import { readRestContract } from './contract/rest-contract.ts';
import { createCoverage } from './coverage.ts';
import { junit } from './junit.ts';
import { readOptions } from './options.ts';
import { type Report, summary } from './report.ts';
import { casesOf } from './run-suite.ts';

const NEEDED = ['--url', 'http://x/owner', '--token', 't'];

test('reads suites and headers, and takes tokens from the environment', () => {
  const args = [
    '--url',
    'http://x',
    '--suite',
    'preflights',
    '--header',
    'X-Key: a:b',
    '--seed',
    '7',
  ];
  const { harness, reporter } = readOptions(args, { TOKEN: 't', RIVAL_TOKEN: 'r' });
  const tokens = { token: 't', rivalToken: 'r' };
  const given = { suites: ['preflights'], headers: { 'X-Key': 'a:b' }, seed: 7 };
  expect(harness).toMatchObject({ url: 'http://x', ...tokens, ...given });
  expect(reporter).toBe('pretty');
});

test.each([
  [['--token', 't'], '--url and --token are required'],
  [['--url', 'ftp://x', '--token', 't'], '--url must be the URL of a deployment'],
  [[...NEEDED, '--seed', 'x'], '--seed must be a whole number, 0 or more'],
  [[...NEEDED, '--cases', '0'], '--cases must be a whole number, 1 or more'],
  [[...NEEDED, '--suite', 'x'], 'There is no suite "x"'],
  [[...NEEDED, '--case', '3'], '--case needs one --suite'],
  [[...NEEDED, '--reporter', 'x'], '--reporter must be one of pretty, json, junit'],
  [[...NEEDED, '--header', 'x'], "--header must be 'NAME: VALUE'"],
  [[...NEEDED, '--header', 'Authorization: x'], 'use --token'],
  [[...NEEDED, '--unknown'], "Unknown option '--unknown'"],
])('rejects %j: %s', (args, message) => {
  expect(() => readOptions(args, {})).toThrow(message);
});

const SUITE = {
  arbitrary: fc.integer(),
  boundaries: [-1, -2],
  examples: ['a', 'b', 'c', 'd', 'e', 'f'],
  labelOf: (example: string) => String(example < 'c'),
  run: async () => undefined,
};

test('a case depends only on its seed and its index, however many there are; boundaries come first', () => {
  const cases = (count: number, seed = 7) =>
    casesOf(SUITE, count, seed).map(({ given }) => given);
  const [few, many] = [cases(9), cases(40)];
  expect(many.slice(0, 9)).toEqual(few);
  expect([few.slice(0, 2), many.length, cases(1)]).toEqual([[-1, -2], 40, [-1, -2]]);
  expect(new Set(many.filter((given) => typeof given === 'string'))).toEqual(
    new Set(SUITE.examples),
  );
  expect(typeof few[6]).toBe('number');
  expect(cases(40, 8)).not.toEqual(many);
});

test('a suite without random cases tries each of its examples once', () => {
  const { arbitrary: _, ...listed } = SUITE;
  const given = casesOf(listed, 40, 7).map((one) => one.given);
  expect(given.toSorted()).toEqual([...SUITE.boundaries, ...SUITE.examples]);
});

const FINDING = {
  suite: 'wrapper objects',
  index: 12,
  aspect: 'REST <result>',
  detail: 'got \u0001 & "ok"',
  cases: 2,
  calls: [{ curl: "curl -i 'http://x'", status: 200, body: '{}', isWrong: true }],
};
const REPORT: Report = {
  url: 'http://x',
  version: '2025-08-16',
  withdrawn: ['createBundle'],
  seed: 7,
  isCutOff: true,
  cases: 14,
  skipped: 0,
  requests: 20,
  seconds: 1.5,
  findings: [FINDING],
  suites: [
    { name: 'create a bundle', cases: 0, skipped: 0, seconds: 0, lacks: 'createBundle' },
    { name: 'wrapper objects', cases: 14, skipped: 0, seconds: 1.2 },
  ],
  coverage: [{ of: 'readProduct', kind: 'statuses', seen: ['200'], missing: ['304', '404'] }],
};

test('the text report has the options that repeat a case, what was not seen, and that the run was interrupted', () => {
  const text = summary(REPORT);
  expect(text).toContain(
    "Repeat with: --version 2025-08-16 --seed 7 --suite 'wrapper objects' --case 12",
  );
  expect(text).toMatch(/^readProduct +statuses +1 +3 +304, 404$/m);
  expect(text).toContain('The run was interrupted.');
  expect(text).toContain('Version 2025-08-16 has no createBundle');
});

test('the report of a run whose deployment went away says so in its last line, and is an error for CI', () => {
  const report = {
    ...REPORT,
    isCutOff: false,
    noAnswer: 'case 3 of "wrapper objects": connect ECONNREFUSED 127.0.0.1:1',
  };
  expect(summary(report).trimEnd().split('\n').at(-1)).toBe(
    'The run ended early. The deployment stopped responding at case 3 of "wrapper objects": connect ECONNREFUSED 127.0.0.1:1.',
  );
  expect(junit(report)).toContain(
    '<error message="case 3 of &quot;wrapper objects&quot;: connect ECONNREFUSED',
  );
});

test("JUnit has a suite for each suite, a failure for each finding, and no character that XML doesn't allow", () => {
  const text = junit(REPORT);
  expect(text).toContain(
    '<testsuite name="create a bundle" tests="1" failures="0" skipped="1" time="0">',
  );
  expect(text).toContain('<skipped message="version 2025-08-16 has no createBundle"/>');
  expect(text).toContain(
    'name="case 12, REST &lt;result&gt;"><failure message="got \ufffd &amp; &quot;ok&quot;">',
  );
  expect(text).not.toContain('\u0001');
});

const OPENAPI = {
  info: { version: '2025-08-16' },
  servers: [{ url: 'http://x/owner/api' }],
  paths: {
    '/product/{id}': {
      get: {
        operationId: 'readProduct',
        'x-graphql-field': 'Query.product',
        responses: {
          200: {
            content: {
              'application/json': {
                schema: { properties: { a: {}, b: { items: { properties: { c: {} } } } } },
              },
            },
          },
          404: {},
          405: {},
        },
      },
    },
  },
};
const SDL =
  'type Query { product: Product, other: Int } type Product { id: ID, kind: Kind, rent: Int } enum Kind { ONE, TWO }';

test('coverage says which statuses, fields and values were seen, and which were not', () => {
  const rest = readRestContract(OPENAPI, '/owner');
  const graphql = readGraphQLContract(introspectionFromSchema(buildSchema(SDL)));
  const { note, rows } = createCoverage({ rest, graphql });
  const answered = (
    call: Partial<AnsweredCall['call']>,
    surface: AnsweredCall['surface'],
    json: unknown,
    status = 200,
  ) =>
    note({
      surface,
      status,
      headers: new Headers(),
      text: '',
      json,
      call: { method: 'GET', path: '', ...call },
    });
  answered({ path: '/api/product/1?x=1' }, 'rest', { a: null, b: [{ c: 1 }] });
  answered({ path: '/api/product/1/x' }, 'rest', {});
  answered({ path: '/api/product/1', method: 'PUT' }, 'rest', {}, 405);
  answered({ method: 'POST' }, 'graphql', { data: { product: { id: '1', kind: 'ONE' } } });
  expect(rows()).toEqual([
    { of: 'readProduct', kind: 'statuses', seen: ['200', '405'], missing: ['404'] },
    { of: 'readProduct', kind: 'response fields', seen: ['a', 'b', 'b[].c'], missing: [] },
    { of: 'Query', kind: 'fields', seen: ['product'], missing: ['other'] },
    { of: 'Product', kind: 'fields', seen: ['id', 'kind'], missing: ['rent'] },
    { of: 'Kind', kind: 'values', seen: ['ONE'], missing: ['TWO'] },
  ]);
});
