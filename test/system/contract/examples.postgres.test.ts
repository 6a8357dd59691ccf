// Each version's recorded examples, from all pages: the service still responds as recorded.
import { describe, expect, test } from 'vitest';
import { createVersions } from '../../../src/operation/versions.ts';
import { RELEASES } from '../../../src/rest/releases.ts';
import { recordExamples } from './recorded-examples.ts';
import { asJson, examplesFile, RECORDING, record, recorded } from './releases.ts';

// Those of closed versions too: tests that name no version use the names of the first one.
describe.each(RELEASES)('the examples of $date', ({ date }) => {
  test('return what was recorded, on their own day', async () => {
    const exchanges = asJson(
      await recordExamples(createVersions(RELEASES, () => new Date(date))),
    );
    if (RECORDING) record(examplesFile(date), exchanges);
    expect(
      recorded(examplesFile(date)),
      'The examples are others than those that were recorded: npm run record',
    ).toBe(exchanges);
  });
});
