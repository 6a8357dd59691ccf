// Every failure leads to a section of the guides that is there.
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { FAILURES } from '../../../src/operation/failure.ts';
import { explain } from '../../../src/sites/dashboard/requests-page.ts';

const guides = globSync(join(import.meta.dirname, '../../../src/sites/docs/guides/*.md'));
const sections = guides.flatMap((file) => {
  const headings = readFileSync(file, 'utf8').matchAll(/^#+ .* \{#([\w-]+)[^}]*\}$/gm);
  return [undefined, ...[...headings].map(([, section]) => section)].map((section) => [basename(file, '.md'), section]);
});

test.each(Object.values(FAILURES))('$code leads to a section of the guides', ({ status, code, meaning }) => {
  const found = explain(status, [{ code }]);
  expect(found).toMatchObject({ code, meaning });
  expect(sections).toContainEqual([found.guide[0], found.guide[1]]);
});

test.each(['rent', 'body', 'service-version', 'If-Match', 'Idempotency-Key'])('so does an error at %s', (field) => {
  const { code, guide } = explain(400, [{ code: 'INVALID_FORMAT', field }]);
  expect(code).toBe('VALIDATION_FAILED');
  expect(sections).toContainEqual([guide[0], guide[1]]);
});

test('a status without a code leads to the failure of the status, an unknown one to a fault', () => {
  expect(explain(404, []).code).toBe('NOT_FOUND');
  expect(explain(599, []).code).toBe('INTERNAL');
});

test('403 says which of its reasons it was, where the request has kept it', () => {
  const [whose, which] = ['The resource belongs to somebody else', 'The user of the token has no permission to write'];
  for (const message of [whose, which]) {
    expect(explain(403, [{ code: 'FORBIDDEN', message }]).meaning).toBe(`${message}.`);
  }
  expect(explain(403, [{ code: 'FORBIDDEN' }]).meaning).toBe(FAILURES.forbidden.meaning);
});
