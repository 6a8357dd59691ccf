// The guides: Markdown whose placeholders and examples follow the versions, and whose errors are reported.
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createVersions, type Versions } from '../../../src/operation/versions.ts';
import { ALL_FIELDS } from '../../../src/rest/all-fields.ts';
import { RELEASES } from '../../../src/rest/releases.ts';
import { restSpelling } from '../../../src/rest/rest-spelling.ts';
import { guideFile } from '../../../src/sites/docs/guides/guide-files.ts';
import { guidePage } from '../../../src/sites/docs/guides/guides.ts';
import { createFill } from '../../../src/sites/docs/guides/placeholders.ts';
import { renderPage } from '../../../src/sites/docs/render.ts';
import { withRelease } from '../../support/first-release.ts';
import { htmlText } from '../../support/html-text.ts';
import { TESTED_VERSIONS } from '../../support/newest-version.ts';
import { examplesIn } from '../../system/contract/example-requests.ts';
import { rehearsedOn, V2 } from '../../system/releases/rehearsal.ts';
import { GUIDES, sourceOf } from './docs-of.ts';

const guidesOf =
  (versions: Versions, isTest = false) =>
  (id: string, markdown?: string) => {
    const source = sourceOf(versions, { isTest });
    return renderPage(source, guidePage(source, id, 'A group', createFill(source), markdown))
      .content;
  };
const released = guidesOf(createVersions(RELEASES));
const rehearsed = guidesOf(rehearsedOn(V2));

test.each(GUIDES.filter((id) => id !== 'first-request'))(
  '%s keeps the TOKEN that a reader has set',
  (id) => {
    expect(htmlText(released(id))).not.toMatch(/\bTOKEN=/);
  },
);

test.each(GUIDES)('%s takes the numbers of limits from the code', (id) => {
  const source = guideFile(`${id}.md`)
    .toString()
    .replaceAll(/^```example\n.*?^```$/gms, '');
  const units = 'MiB|KiB|characters|seconds|minutes|hours|days|levels|responses|keys|entries';
  expect(source).not.toMatch(new RegExp(`(?<![\\w.])\\d[\\d,]* (?:${units})\\b`));
  expect(source).not.toMatch(/at most \d/i);
});

/** Names that errors, JSON:API or GraphQL have too; the front end uses GraphQL, where names never change. */
const COMMON = ['code', 'id', 'name', 'items', 'type'];

test.each(GUIDES.filter((id) => id !== 'front-end'))(
  '%s takes the names of REST fields from the code',
  (id) => {
    const rest = restSpelling(createVersions(RELEASES).view(RELEASES[0]?.date ?? ''));
    const names = [...ALL_FIELDS.keys()]
      .filter((field) => /^(?:Product|BundleItem|Equipment|Image)\./.test(field))
      .map(rest.name)
      .filter((name) => !COMMON.includes(name));
    const source = guideFile(`${id}.md`)
      .toString()
      .replaceAll(
        /^```(?:example|[\w-]+\.(?:ts|tsx|vue|svelte|kt|swift|graphql)|graphql)\n.*?^```$/gims,
        '',
      );
    const named = [...source.matchAll(/"(\w+)":|`(\w+)`/g)].map(
      ([, key, word]) => key ?? word,
    );
    expect(named.filter((name) => names.includes(name ?? ''))).toEqual([]);
  },
);

test('a guide that names a field which the latest version withdrew is an error', () => {
  const withdrawn = withRelease(V2, { withdrawn: 'Product.cost' });
  const guides = guidesOf(createVersions(withdrawn, () => new Date(V2)));
  expect(() => guides('one', '# One\n\n`{{Product.cost}}`\n')).toThrow(
    /one: No placeholder Product.cost/,
  );
});

test('each guide is a file, and each file is a guide', () => {
  const files = globSync('*.md', {
    cwd: join(import.meta.dirname, '../../../src/sites/docs/guides'),
  });
  expect(files.toSorted()).toEqual(GUIDES.map((id) => `${id}.md`).toSorted());
});

test('shows HTML in a guide as text; a table has column headers and is a named region', () => {
  const markdown =
    'A <b>bold</b> word\n\n<script>alert(1)</script>\n\n| Code | Meaning |\n|---|---|\n| `A` {#a} | a & b |\n';
  const content = released('one', `# One\n\n${markdown}`);
  expect(content).not.toMatch(/<b>|<script>/);
  expect(htmlText(content)).toContain('A <b>bold</b> word');
  expect(content).toContain('role="region" aria-label="One: Code, Meaning" tabindex="0">');
  expect(content).toContain('<th scope="col">Code</th>');
  expect(content).toContain('<tr id="a">');
});

test.each([
  ['an unknown placeholder', '{{nothing}}', /one: No placeholder nothing/],
  ['an unknown limit', '{{limit nothing}}', /No placeholder limit nothing/],
  ['a heading without an anchor', '## Two', /A heading needs an anchor/],
])('%s is an error that names the guide', (_, markdown, message) => {
  expect(() => released('one', `# One\n\n${markdown}\n`)).toThrow(message);
});

test.each([
  ['JSON', '{', /JSON/],
  [
    'with an unknown operation',
    '{"id": "a", "label": "A", "operation": "delete"}',
    /operation/,
  ],
  [
    'with an unknown part',
    '{"id": "a", "label": "A", "operation": "readProduct", "x": 1}',
    /x/,
  ],
])('an example is %s, or the recorder says so', (_, json, message) => {
  expect(() => examplesIn(`\`\`\`example\n${json}\n\`\`\`\n`)).toThrow(message);
});

test('after a release, guides have its names (D46)', () => {
  expect(htmlText(rehearsed('importer'))).toContain('title,daily_rent,code');
});

test('on live, no guide speaks to the developer of a test deployment, except of its tokens and errors', () => {
  const ofTest = ['tokens', 'not-supported', 'test-your-client', 'schema-tools'];
  for (const id of GUIDES.filter((id) => !ofTest.includes(id)))
    expect([
      id,
      htmlText(released(id)).match(/svc_test_|npm start|your own machine|Run\./),
    ]).toEqual([id, null]);
  expect(htmlText(released('first-request'))).toContain("TOKEN='svc_live_…'");
});

test('each example has what its page sends, on both APIs, and no token, on a test deployment only', () => {
  const runsOf = (content: string) =>
    [...content.matchAll(/ data-run="([^"]*)"/g)].map(([, run = '']) =>
      JSON.parse(htmlText(run)),
    );
  const onTest = guidesOf(TESTED_VERSIONS, true)('first-request');
  expect(runsOf(onTest).slice(0, 2)).toMatchObject([
    {
      method: 'POST',
      path: '/api/token-secured/product',
      headers: {},
      body: { product: {} },
    },
    { method: 'POST', path: '/graphql', query: expect.stringMatching(/^mutation /) },
  ]);
  expect(runsOf(released('first-request'))).toEqual([]);
});
