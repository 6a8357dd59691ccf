// The counts of the harness: errors of any form are rows of the report.
import { expect, test } from 'vitest';
import { createTally } from './report.ts';

test('errors without a field or a code, as those of GraphQL documents, are counted and sorted', () => {
  const tally = createTally();
  tally.begin(true);
  const answer = (errors: object[]) => ({ kind: 'invalid', errors: errors as never });
  tally.count('GET', 'rest', answer([{ field: 'items[1].ad_id', code: 'REQUIRED', message: '' }]));
  tally.count('GET', 'rest', answer([{ message: 'Syntax Error' }]));
  expect(tally.fieldRows()).toEqual([
    { operation: 'GET', field: 'items[].ad_id', code: 'REQUIRED', surface: 'rest', cases: 1 },
    { operation: 'GET', field: 'undefined', code: 'undefined', surface: 'rest', cases: 1 },
  ]);
});
