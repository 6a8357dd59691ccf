// Every error links to an existing section of the guides.
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { FAILURES } from '../../../src/operation/failures.ts';
import { explain } from '../../../src/sites/dashboard/explain-failure.ts';

const guides = globSync(join(import.meta.dirname, '../../../src/sites/docs/guides/*.md'));
const sections = guides.flatMap((file) => {
  const headings = readFileSync(file, 'utf8').matchAll(/^#+ .* \{#([\w-]+)[^}]*\}$/gm);
  return [undefined, ...[...headings].map(([, section]) => section)].map((section) => [
    basename(file, '.md'),
    section,
  ]);
});
/** The rows of the table of all errors. */
sections.push(...Object.values(FAILURES).map(({ code }) => ['errors', code]));

test.each(Object.values(FAILURES))(
  '$code links to a section of the guides',
  ({ status, code, meaning }) => {
    const found = explain(status, [{ code }], 'readProduct');
    expect(found).toMatchObject({ code, ...(code !== 'NOT_FOUND' && { meaning }) });
    expect(sections).toContainEqual([found.guide[0], found.guide[1]]);
  },
);

test('so does an error of each field that has a section', () => {
  for (const field of ['rent', 'body', 'service-version', 'If-Match', 'Idempotency-Key']) {
    const { code, guide } = explain(400, [{ code: 'INVALID_FORMAT', field }], '');
    expect([code, sections]).toEqual([
      'VALIDATION_FAILED',
      expect.arrayContaining([[guide[0], guide[1]]]),
    ]);
  }
});

test.each(['notFound', 'methodNotAllowed'] as const)('%s leads to its row', (kind) => {
  const { status, code } = FAILURES[kind];
  expect(explain(status, [{ code }], 'readProduct').guide).toEqual(['errors', code]);
});

test('a batch and a conflict are explained for GraphQL, too', () => {
  expect(explain(400, [{ code: 'BAD_REQUEST' }], '').meaning).toContain('a batch');
  expect(explain(412, [{ code: 'CONFLICT' }], '').meaning).toContain('`ifRevision`');
});

test('distinguishes an unknown path from an unknown ID', () => {
  const of = (operation: string) => explain(404, [{ code: 'NOT_FOUND' }], operation);
  expect(of('')).toMatchObject({ message: 'Unknown path' });
  expect(of('readProduct')).toMatchObject({ message: 'Resource not found' });
  const [page, section] = of('').guide;
  expect(sections).toContainEqual([page, section]);
});

test('a status without a code links to its error, an unknown one to an internal error; 403 has its reason', () => {
  expect([explain(404, [], '').code, explain(599, [], '').code]).toEqual([
    'NOT_FOUND',
    'INTERNAL',
  ]);
  const message = 'The resource belongs to another owner';
  expect(explain(403, [{ code: 'FORBIDDEN', message }], 'readProduct').meaning).toBe(
    `${message}.`,
  );
  expect(explain(403, [{ code: 'FORBIDDEN' }], '').meaning).toBe(FAILURES.forbidden.meaning);
});
