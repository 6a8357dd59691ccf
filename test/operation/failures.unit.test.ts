// The table of failures and the sentences about it: no row without code that raises it, and what texts say of the rate
// limit is what operations declare.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FAILURES } from '../../src/operation/failures.ts';
import { ROUTES } from '../../src/rest/routes.ts';

const SRC = join(import.meta.dirname, '../../src');

/** The table, the functions that make failures, and the rehearsal, which raises failures that others must raise. */
const MAKERS = 'operation/operation-failure.ts';
const EXCLUDED = ['operation/failures.ts', 'operation/rehearsal.ts', MAKERS];
const files = globSync('**/*.ts', { cwd: SRC });
const sources = files
  .filter((file) => !EXCLUDED.includes(file))
  .map((file) => readFileSync(join(SRC, file), 'utf8'))
  .join('\n');

/** Yoga raises them; sites.postgres.test.ts and graphql.postgres.test.ts send such documents. */
const OF_YOGA = ['unparsedDocument', 'unknownOperation'];

/** The exported functions that make a failure of a kind, also by another one or by a constant. */
function makersOf(kind: string): string[] {
  const chunks = readFileSync(join(SRC, MAKERS), 'utf8').split(
    /^export (?:const|function) /m,
  );
  const names: string[] = [];
  for (const chunk of chunks) {
    const makes = [`kind: '${kind}'`, ...names].some((part) => chunk.includes(part));
    const [name] = /^\w+/.exec(chunk) ?? [];
    if (makes && name) names.push(name);
  }
  return names;
}

test.each(Object.entries(FAILURES).filter(([kind]) => !OF_YOGA.includes(kind)))(
  'some code raises the failure %s',
  (kind, { reach }) => {
    // Not a method of the same name, such as Hono's `c.notFound()`.
    const called = makersOf(kind).map((name) => `(?<!\\.)\\b${name}\\(`);
    const ofGraphql = reach === 'GRAPHQL' ? [`FAILURES\\.${kind}\\b`] : [];
    const raised = new RegExp([`kind: '${kind}'`, ...called, ...ofGraphql].join('|'));
    expect(raised.test(sources), 'a row that no code raises: delete it').toBe(true);
  },
);

test('the creates, and nothing else, count toward the rate limit, as guides, references and messages say', () => {
  const limited = ROUTES.filter(({ operation }) => operation.throttled);
  expect(limited).toEqual(ROUTES.filter(({ method }) => method === 'POST'));
  expect(limited.map(({ operation }) => operation.name)).toEqual([
    'createProduct',
    'createBundle',
  ]);
});
