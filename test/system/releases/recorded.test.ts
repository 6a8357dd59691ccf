// Recorded exchanges: clients of the released version notice no release (D46); the examples of the rehearsed one, and pages with those of both.
import { expect, test } from 'vitest';
import { htmlText } from '../../../src/sites/docs/layout.ts';
import { pagesOf } from '../../sites/docs/docs-of.ts';
import { differences } from '../contract/golden-play.ts';
import { exchangesOf } from '../contract/recorded-examples.ts';
import { asJson, RECORDING, record, recorded } from '../contract/releases.ts';
import { REHEARSED_EXAMPLES } from './edits.ts';
import { rehearsedOn, V1, V2 } from './rehearsal.ts';

test('before its day a release of the future changes no recorded exchange', async () => {
  expect(await differences(V1, rehearsedOn('2031-02-28T23:59:59.999Z'))).toEqual([]);
});

test('from its day on the older version answers every recorded exchange with the same bytes', async () => {
  expect(await differences(V1, rehearsedOn(V2))).toEqual([]);
});

test('the service answers the examples as they were recorded', async () => {
  const exchanges = asJson(await exchangesOf(rehearsedOn(V2)));
  if (RECORDING) record(REHEARSED_EXAMPLES, exchanges);
  expect(
    recorded(REHEARSED_EXAMPLES),
    'The examples are others than those that were recorded: npm run record',
  ).toBe(exchanges);
});

test('pages have the responses of each version, the changelog with marks at what differs', async () => {
  const pages = await pagesOf(rehearsedOn(V2));
  const textOf = (path: string) => htmlText(pages.get(path)?.text ?? '');
  expect(textOf('/docs/guides/first-request')).toContain('"path": "/api/token-secured/product/7"');
  expect(textOf(`/docs/rest/${V1}/createProduct`)).toContain(
    '"location": "/api/token-secured/product/7"',
  );
  const changelog = pages.get('/docs/changelog')?.text ?? '';
  expect(changelog.match(/<div class="pair">/g)).toHaveLength(5);
  expect(
    [...changelog.matchAll(/<h3 id=.*?<code>(.*?)<\/code>/g)].map(([, operation]) => operation),
  ).toEqual(['GET /rental/{id}', 'GET /product/{id}', 'PUT /product/{id}', 'POST /product']);
  const [, created = ''] = changelog.split(`<h3 id="${V2}-createProduct">`);
  const response = (version: string) =>
    new RegExp(`>The response in ${version}<.*?<code>(.*?)</code>`, 's').exec(created)?.[1] ?? '';
  expect(Object.keys(JSON.parse(htmlText(response(V1))))).toEqual(['success', 'id', 'location']);
  expect(Object.keys(JSON.parse(htmlText(response(V2))))).toEqual(['success', 'id', 'path']);
  const marked = [...response(V2).matchAll(/<mark>(.*?)<\/mark>/g)].map(([, line = '']) =>
    htmlText(line).trim(),
  );
  expect(marked.map((line) => line.split(':')[0])).toEqual(['"path"']);
});
