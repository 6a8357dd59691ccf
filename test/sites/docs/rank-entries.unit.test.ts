// The ranking of the search: titles come before headings and headings before text; typing errors are forgiven.
import MiniSearch from 'minisearch';
import { describe, expect, test } from 'vitest';
import { createRanking, type Entry, MAX_QUERY_LENGTH } from '../../../src/sites/docs/assets/rank-entries.js';

const entry = (title: string, heading = '', text = ''): Entry => ({ title, heading, text, path: `/${title}` });

const titles = (entries: readonly Entry[], query: string, limit = 10) =>
  createRanking(MiniSearch, entries)(query, limit).results.map(({ title }) => title);

describe('the order', () => {
  test('a title before a heading before a text', () => {
    const entries = [entry('C', '', 'a token'), entry('B', 'Token'), entry('The token')];
    expect(titles(entries, 'token')).toEqual(['The token', 'B', 'C']);
  });

  test('the title itself, then titles that begin with the query, then others', () => {
    const entries = [entry('INVALID_TOKEN'), entry('Tokens and users'), entry('Token')];
    expect(titles(entries, 'token')).toEqual(['Token', 'Tokens and users', 'INVALID_TOKEN']);
  });

  test('a whole word before those that begin with its stem, the shorter the better', () => {
    const entries = [entry('Other retries'), entry('A retryable thing'), entry('The retry')];
    expect(titles(entries, 'retry')).toEqual(['The retry', 'Other retries', 'A retryable thing']);
  });

  test('equal ones stay as they are', () => {
    expect(titles([entry('One', 'sku'), entry('Two', 'sku')], 'sku')).toEqual(['One', 'Two']);
  });
});

describe('a match', () => {
  test('needs every word, each anywhere', () => {
    const entries = [entry('sku', 'GraphQL'), entry('sku', 'REST', 'of a product'), entry('Product', 'REST')];
    expect(createRanking(MiniSearch, entries)('rest sku product', 10).total).toBe(1);
  });

  test.each(['stockType', 'stock_type', 'stock type', 'STOCK', 'stocktype', 'sto'])(
    '%s finds both spellings',
    (query) => {
      expect(titles([entry('stock_type'), entry('stockType'), entry('restock')], query)).toEqual([
        'stock_type',
        'stockType',
      ]);
    },
  );

  test.each([
    ['throttle', 'Throttling'],
    ['retry', 'Retries'],
    ['cache', 'Caching'],
    ['errors', 'Error'],
    ['if-match', 'If-Match'],
    ['größe', 'Größe'],
  ])('%s finds %s', (query, title) => {
    expect(titles([entry(title), entry('Other')], query)).toEqual([title]);
  });

  test.each(['', '   ', '*', '.*', '()[', '\\'])('nothing for %j', (query) => {
    expect(createRanking(MiniSearch, [entry('One', 'Two', 'three .* ()[')])(query, 10)).toMatchObject({
      total: 0,
      results: [],
    });
  });
});

describe('a typing error', () => {
  const actions = [entry('Create a bundle'), entry('Create a product')];
  const entries = [entry('Throttling'), entry('Retries'), ...actions, entry('PRODUCT_OFFLINE'), entry('online')];
  const rank = createRanking(MiniSearch, entries);

  test.each([
    ['throtling', 'Throttling', 'throttling'],
    ['create bundel', 'Create a bundle', 'create bundle'],
    ['retires', 'Retries', 'retries'],
    ['creat bundel', 'Create a bundle', 'create bundle'],
    ['PRODUCT_OFLINE', 'PRODUCT_OFFLINE', 'product offline'],
  ])('%s finds %s, and the right words are suggested', (query, title, suggestion) => {
    const { results, ...found } = rank(query, 10);
    expect([results[0]?.title, found.suggestion]).toEqual([title, suggestion]);
  });

  test('has no say where the words are found as they are', () => {
    const { total, suggestion } = createRanking(MiniSearch, [entry('rent'), entry('rest')])('rent', 10);
    expect([total, suggestion]).toEqual([1, undefined]);
  });

  test('of a word that is nowhere near: entries with the others, and it says so', () => {
    const { results, isPartial } = rank('how do I create a zeppelin', 10);
    expect([results.map(({ title }) => title), isPartial]).toEqual([['Create a bundle', 'Create a product'], true]);
  });
});

test('other words that readers look for find an entry, in front of those that have them in the title', () => {
  const entries = [entry('Delete'), { ...entry('What there is not', '', 'There is none.'), words: 'delete remove' }];
  expect(titles(entries, 'delete')).toEqual(['What there is not', 'Delete']);
  expect(titles(entries, 'remove')).toEqual(['What there is not']);
});

describe('bounds', () => {
  const many = Array.from({ length: 30 }, (_, index) => entry(`Token ${index}`));

  test('as many results as asked for, with the number of all', () => {
    const { total, results } = createRanking(MiniSearch, many)('token', 5);
    expect([total, results.length]).toEqual([30, 5]);
  });

  test('a query beyond its length is cut off', () => {
    const rank = createRanking(MiniSearch, [entry('token')]);
    expect(rank(`token ${' '.repeat(MAX_QUERY_LENGTH)} nothing`, 5).total).toBe(1);
    expect(rank('x'.repeat(1_000_000), 5).total).toBe(0);
  });

  test('a long text is shown around the first match', () => {
    const words = (word: string) => Array.from({ length: 60 }, () => word).join(' ');
    const [found] = createRanking(MiniSearch, [entry('A', '', `${words('before')} needle ${words('after')}`)])(
      'needle',
      1,
    ).results;
    expect(found?.text).toMatch(/^…before .* needle after .* …$/);
    expect(found?.text.length).toBeLessThan(200);
  });
});
