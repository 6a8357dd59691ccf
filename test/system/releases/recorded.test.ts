// Recorded exchanges: clients of the released version notice no release (D46); the examples of the rehearsed one, and
// pages with those of both.
import { expect, test } from 'vitest';
import { linkedPages } from '../../sites/docs/docs-of.ts';
import { htmlText } from '../../support/html-text.ts';
import { differences } from '../contract/golden-play.ts';
import { recordExamples } from '../contract/recorded-examples.ts';
import { asJson, RECORDING, record, recorded } from '../contract/releases.ts';
import { rehearsedOn, V1, V2 } from './rehearsal.ts';
import { REHEARSED_EXAMPLES } from './rehearsed-files.ts';

test('before its day a release of the future changes no recorded exchange', async () => {
  expect(await differences(V1, rehearsedOn('2031-02-28T23:59:59.999Z'))).toEqual([]);
});

test('from its day on the older version answers every recorded exchange with the same bytes', async () => {
  expect(await differences(V1, rehearsedOn(V2))).toEqual([]);
});

test('the service answers the examples as they were recorded', async () => {
  const exchanges = asJson(await recordExamples(rehearsedOn(V2)));
  if (RECORDING) record(REHEARSED_EXAMPLES, exchanges);
  expect(
    recorded(REHEARSED_EXAMPLES),
    'The examples are others than those that were recorded: npm run record',
  ).toBe(exchanges);
});

test('pages have the requests and responses of each version', async () => {
  const pages = await linkedPages(rehearsedOn(V2));
  const textOf = (path: string) =>
    htmlText(pages.get(path)?.text ?? '').replaceAll('": ', '":');
  expect(textOf('/docs/guides/first-request')).toContain('"daily_rent":24.5');
  expect(textOf('/docs/guides/first-request')).toContain(
    '"path":"/api/token-secured/product/7"',
  );
  expect(textOf(`/docs/rest/${V1}/createProduct`)).toContain(
    '"location":"/api/token-secured/product/7"',
  );
  expect(textOf('/docs/guides/errors')).toContain(
    `Version ${V2} does not have this operation on REST.`,
  );
});
