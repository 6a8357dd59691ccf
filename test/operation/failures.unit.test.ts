// The table of failures and the sentences about it: no row without code that raises it, and what texts say of the rate
// limit is what operations declare.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FAILURES } from '../../src/operation/failures.ts';
import { ROUTES } from '../../src/rest/routes.ts';

const SRC = join(import.meta.dirname, '../../src');

/** The table, and the rehearsal, which raises failures that others must raise. */
const EXCLUDED = ['operation/failures.ts', 'operation/rehearsal.ts'];
const files = globSync('**/*.ts', { cwd: SRC });
const sources = files
  .filter((file) => !EXCLUDED.includes(file))
  .map((file) => readFileSync(join(SRC, file), 'utf8'))
  .join('\n');

/** Yoga raises it; sites.postgres.test.ts sends such a document. */
const OF_YOGA = 'unparsedDocument';

test.each(Object.entries(FAILURES).filter(([kind]) => kind !== OF_YOGA))(
  'some code raises the failure %s',
  (kind, { reach }) => {
    const ofGraphql = reach === 'GRAPHQL' ? `|FAILURES\\.${kind}\\b` : '';
    const isRaised = new RegExp(`kind: '${kind}'|\\b${kind}\\(${ofGraphql}`).test(sources);
    expect(isRaised, 'a row that no code raises: delete it').toBe(true);
  },
);

test('what the search excludes is there', () => {
  expect(EXCLUDED.filter((file) => !files.includes(file))).toEqual([]);
});

test('the creates, and nothing else, count toward the rate limit, as guides, references and messages say', () => {
  const limited = ROUTES.filter(({ operation }) => operation.throttled);
  expect(limited).toEqual(ROUTES.filter(({ method }) => method === 'POST'));
  expect(limited.map(({ operation }) => operation.name)).toEqual([
    'createProduct',
    'createBundle',
  ]);
});
