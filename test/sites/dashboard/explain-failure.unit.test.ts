// What the dashboard says about errors; each links to an existing section of the guides.
import { expect, test } from 'vitest';
import { FAILURES } from '../../../src/operation/failures.ts';
import { explain } from '../../../src/sites/dashboard/explain-failure.ts';
import { TESTED_VERSIONS } from '../../support/newest-version.ts';
import { linkedPages } from '../docs/docs-of.ts';

const pages = await linkedPages(TESTED_VERSIONS);

function expectLink({ guide: [page, section] }: ReturnType<typeof explain>) {
  const text = pages.get(`/docs/guides/${page}`)?.text;
  expect(text).toContain(section ? ` id="${section}"` : '<h1');
}

test.each(Object.values(FAILURES))(
  '$code links to a section of the guides',
  ({ status, code, meaning }) => {
    const found = explain(status, [{ code }], 'readProduct');
    expect(found).toMatchObject({ code, ...(code !== 'NOT_FOUND' && { meaning }) });
    expectLink(found);
  },
);

test.each(['rent', 'body', 'service-version', 'If-Match', 'Idempotency-Key'])(
  'so does an error at %s',
  (field) => {
    const found = explain(400, [{ code: 'INVALID_FORMAT', field }], '');
    expect(found.code).toBe('VALIDATION_FAILED');
    expectLink(found);
  },
);

const message = 'The resource belongs to another owner';

test.each([
  ['an unknown ID', 404, 'NOT_FOUND', 'readProduct', { message: 'Resource not found' }],
  ['an unknown path', 404, 'NOT_FOUND', '', { message: 'Unknown path' }],
  ['a row', 404, 'NOT_FOUND', 'readProduct', { guide: ['errors', 'NOT_FOUND'] }],
  ['a method', 405, 'METHOD_NOT_ALLOWED', '', { guide: ['errors', 'METHOD_NOT_ALLOWED'] }],
  ['a batch', 400, 'BAD_REQUEST', '', { meaning: expect.stringContaining('a batch') }],
  ['a conflict', 412, 'CONFLICT', '', { meaning: expect.stringContaining('`ifRevision`') }],
  ['a status without a code', 404, undefined, '', { code: 'NOT_FOUND' }],
  ['an unknown status', 599, undefined, '', { code: 'INTERNAL' }],
  ['a missing permission', 403, 'FORBIDDEN', '', { meaning: FAILURES.forbidden.meaning }],
  ['the reason of 403', 403, 'FORBIDDEN', '', { meaning: `${message}.` }, message],
])('explains %s', (_, status, code, operation, expected, said = '') => {
  const errors = code ? [{ code, ...(said && { message: said }) }] : [];
  const found = explain(status, errors, operation);
  expect(found).toMatchObject(expected);
  expectLink(found);
});
