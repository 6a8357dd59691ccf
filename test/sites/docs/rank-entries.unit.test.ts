// The ranking of the search: every word must match, titles come before headings and headings before text.
import { describe, expect, test } from 'vitest';
import { createRanking, type Entry, MAX_QUERY_LENGTH } from '../../../src/sites/docs/assets/rank-entries.js';

const entry = (title: string, heading = '', text = ''): Entry => ({ title, heading, text, path: `/${title}` });

const titles = (entries: readonly Entry[], query: string, limit = 10) =>
  createRanking(entries)(query, limit).results.map(({ title }) => title);

describe('the order', () => {
  test('a title before a heading before a text', () => {
    const entries = [entry('C', '', 'a token'), entry('B', 'Token'), entry('The token')];
    expect(titles(entries, 'token')).toEqual(['The token', 'B', 'C']);
  });

  test('the title itself, then titles that begin with the query, then others', () => {
    const entries = [entry('INVALID_TOKEN'), entry('Tokens and users'), entry('Token')];
    expect(titles(entries, 'token')).toEqual(['Token', 'Tokens and users', 'INVALID_TOKEN']);
  });

  test('a whole word before the beginning of one, and that before a related word', () => {
    const entries = [entry('Other retries'), entry('A retryable thing'), entry('The retry')];
    expect(titles(entries, 'retry')).toEqual(['The retry', 'A retryable thing', 'Other retries']);
  });

  test('equal ones stay as they are', () => {
    expect(titles([entry('One', 'sku'), entry('Two', 'sku')], 'sku')).toEqual(['One', 'Two']);
  });
});

describe('a match', () => {
  test('needs every word, each anywhere', () => {
    const entries = [entry('sku', 'GraphQL'), entry('sku', 'REST', 'of a product'), entry('Product', 'REST')];
    expect(createRanking(entries)('rest sku product', 10).total).toBe(1);
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
    expect(createRanking([entry('One', 'Two', 'three .* ()[')])(query, 10)).toEqual({ total: 0, results: [] });
  });
});

describe('bounds', () => {
  const many = Array.from({ length: 30 }, (_, index) => entry(`Token ${index}`));

  test('as many results as asked for, with the number of all', () => {
    const { total, results } = createRanking(many)('token', 5);
    expect([total, results.length]).toEqual([30, 5]);
  });

  test('a query beyond its length is cut off', () => {
    const rank = createRanking([entry('token')]);
    expect(rank(`token ${' '.repeat(MAX_QUERY_LENGTH)} nothing`, 5).total).toBe(1);
    expect(rank('x'.repeat(1_000_000), 5).total).toBe(0);
  });

  test('a long text is shown around the first match', () => {
    const words = (word: string) => Array.from({ length: 60 }, () => word).join(' ');
    const [found] = createRanking([entry('A', '', `${words('before')} needle ${words('after')}`)])('needle', 1).results;
    expect(found?.text).toMatch(/^…before .* needle after .* …$/);
    expect(found?.text.length).toBeLessThan(200);
  });
});
