import { brotliCompressSync } from 'node:zlib';
import MiniSearch from 'minisearch';
import { describe, expect, test } from 'vitest';
import { ROUTES } from '../../../src/rest/routes.ts';
import {
  createRanking,
  type Entry,
  MAX_QUERY_LENGTH,
} from '../../../src/sites/docs/assets/rank-entries.js';
import { NEWEST_VERSION, TESTED_VERSIONS } from '../../support/newest-version.ts';
import { docsOf, GUIDES, opening } from './docs-of.ts';

/** `title | heading | text | other words`. */
const entry = (told: string): Entry => {
  const [title = '', heading = '', text = '', words = ''] = told
    .split('|')
    .map((part) => part.trim());
  return { title, heading, text, path: `/${title}`, ...(words && { words }) };
};

const rank = (entries: readonly string[], query: string, limit = 10) =>
  createRanking(MiniSearch, entries.map(entry))(query, limit);

const BOTH = ['stock_type', 'stockType', 'restock'];
const ONES = ['Create a bundle', 'Create a product'];
const KNOWN = ['Throttling', 'Retries', ...ONES, 'PRODUCT_OFFLINE', 'online'];

describe('the order', () => {
  test.each([
    [
      'a title before a heading before a text',
      'token',
      ['C || a token', 'B | Token', 'The token'],
    ],
    [
      'the title itself, then those that start with it',
      'token',
      ['INVALID_TOKEN', 'Tokens and users', 'Token'],
    ],
    [
      'a whole word before its stem, the shorter the better',
      'retry',
      ['A retryable thing', 'Other retries', 'The retry'],
    ],
  ])('%s', (_, query, entries) => {
    expect(rank(entries, query).results.map(({ title }) => title)).toEqual(
      entries.map((one) => entry(one).title).toReversed(),
    );
  });

  test.each<[query: string, entries: readonly string[], titles: readonly string[]]>([
    ['sku', ['One | sku', 'Two | sku'], ['One', 'Two']],
    [
      'rest sku product',
      ['a | GraphQL | sku', 'sku | REST | of a product', 'Product | REST'],
      ['sku'],
    ],
    ['stockType', BOTH, BOTH.slice(0, 2)],
    ['stocktype', BOTH, BOTH.slice(0, 2)],
    ['sto', BOTH, BOTH.slice(0, 2)],
    ['größe', ['Größe', 'Other'], ['Größe']],
    [`token ${' '.repeat(MAX_QUERY_LENGTH)} nothing`, ['token'], ['token']],
  ])('%.20j in %j finds %j', (query, entries, titles) => {
    expect(rank(entries, query).results.map(({ title }) => title)).toEqual(titles);
  });

  test.each(['   ', '*', '.*', '()[', '\\', 'x'.repeat(1_000_000)])(
    '%.20j finds nothing',
    (query) =>
      expect(rank(['One | Two | three .* ()['], query)).toMatchObject({
        total: 0,
        results: [],
      }),
  );
});

test.each([
  ['retires', 'Retries', 'retries'],
  ['creat bundel', 'Create a bundle', 'create bundle'],
  ['PRODUCT_OFLINE', 'PRODUCT_OFFLINE', 'product offline'],
  ['throttling', 'Throttling', undefined],
])('%s finds %s, and suggests the correct words for a typo', (query, title, suggestion) => {
  const found = rank(KNOWN, query);
  expect([found.results[0]?.title, found.suggestion]).toEqual([title, suggestion]);
});

test('an unknown word: entries with the others, and a note about it', () => {
  const { results, isPartial } = rank(KNOWN, 'how do I create a zeppelin');
  expect([results.map(({ title }) => title), isPartial]).toEqual([ONES, true]);
});

test('returns as many results as requested, with the total number, and a long text around the first match', () => {
  const words = (word: string) => Array(60).fill(word).join(' ');
  const long = `A || ${words('before')} needle ${words('after')}`;
  const { total, results } = rank([...Array(30).fill('Needle'), long], 'needle', 31);
  expect([
    total,
    results.length,
    rank(Array(30).fill('Token'), 'token', 5).results.length,
  ]).toEqual([31, 31, 5]);
  expect(results.at(-1)?.text).toMatch(/^…before .* needle after .* …$/);
  expect(results.at(-1)?.text.length).toBeLessThan(200);
});

const open = opening(docsOf(TESTED_VERSIONS));
const dataOf = async (name: string) =>
  (
    await open(
      new RegExp(` data-${name}="([^"]*)"`).exec((await open('/docs')).body)?.[1] ?? '',
    )
  ).body;
const entries: Entry[] = JSON.parse(await dataOf('index'));

test('the index and the ranking are small when compressed', async () => {
  for (const name of ['index', 'rank'])
    expect(brotliCompressSync(await dataOf(name)).length).toBeLessThan(26_000);
});

test('the index has guides, errors, REST and GraphQL, each at an existing anchor', async () => {
  const found = entries.map(({ heading, title }) => `${heading} > ${title}`).join('\n');
  for (const one of [
    /^Guides > Limits$/m,
    /^Guides · Errors.* > NOT_FOUND$/m,
    /^REST · POST.* > Create a product$/m,
    /^REST.* > If-Match$/m,
    /^REST.* > stock_type$/m,
    /^GraphQL · Mutation.* > Create a product$/m,
    /^GraphQL.* > Bundle$/m,
    /^GraphQL.* > stockType$/m,
    /^GraphQL.* > COMPLETED$/m,
  ])
    expect(found).toMatch(one);
  expect(found).toContain(`Changelog > ${NEWEST_VERSION} (0.1.0)`);
  const places = Map.groupBy(entries, ({ path }) => path.split('#')[0] ?? '');
  expect(places.size).toBeGreaterThan(GUIDES.length + ROUTES.length);
  for (const [page, there] of places) {
    const { status, body } = await open(page);
    const missing = there.filter(
      ({ path }) => path.includes('#') && !body.includes(` id="${path.split('#')[1]}"`),
    );
    expect([page, status, missing]).toEqual([page, 200, []]);
  }
});

/** What developers type, and the guide or section that they look for. */
const SOUGHT = {
  'guides/limits':
    'throttle|429|too many requests|backoff|quota|rate limit|query depth|compression|gzip|aliases',
  'guides/retries':
    'retry|idempotent|Idempotency-Key|duplicate|retreis|retry-after|etag|conflict|If-Match|412|304|' +
    'fetchWithRetries|lost update',
  'guides/tokens':
    'login|token|authentication|api key|tokne|permissions|leaked|secret scanning|bearer|expiry',
  'guides/not-supported': 'pagination|list|webhook|delete|oauth|PATCH|pagnation|upload',
  'guides/errors':
    'errors|403|forbidden|validation|eror|unauthorised|typical mistakes|invalid json|request id',
  'guides/versions': 'versions|deprecation|sunset|vesrion|breaking changes',
  'guides/importer': 'csv|excel|spreadsheet',
  'guides/test-your-client': 'Prefer|timeout|simulate',
  'guides/schema-tools': 'harness|specmatic|mock',
  'guides/first-request': 'quickstart',
  'guides/front-end': 'react',
  'guides/clients': 'openapi|codegen|postman|urql|relay|vue',
  'rest/createBundle': 'bundle|create a bundle',
  'rest/readRental': 'rental',
};

describe('the first result', () => {
  test.each(
    Object.entries(SOUGHT).flatMap(([page, words]) =>
      words.split('|').map((word) => [word, page] as const),
    ),
  )('for “%s” is in %s', (word, page) => {
    const [first] = createRanking(MiniSearch, entries)(word, 1).results;
    expect(first?.path.split('#')[0]).toBe(`/docs/${page}`);
  });
});
