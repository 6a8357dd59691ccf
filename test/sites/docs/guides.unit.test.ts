// The guides: Markdown whose placeholders, examples and tables follow the versions, and whose errors are reported.
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createVersions, type Versions } from '../../../src/operation/versions.ts';
import { RELEASES } from '../../../src/rest/releases.ts';
import { createGuides } from '../../../src/sites/docs/guides/render-guide.ts';
import { GUIDES } from '../../../src/sites/docs/guides-page.ts';
import { htmlText } from '../../../src/sites/docs/layout.ts';
import { rehearsedOn, V2 } from '../../system/releases/rehearsal.ts';
import { sourceOf } from './docs-of.ts';

const guidesOf = (versions: Versions) => createGuides(sourceOf(versions));
const released = guidesOf(createVersions(RELEASES));
const rehearsed = guidesOf(rehearsedOn(V2));

const example = (fields: object) =>
  `# Title\n\n\`\`\`example\n${JSON.stringify({ id: 'one', label: 'One', operation: 'createProduct', ...fields })}\n\`\`\`\n`;

test('each guide is a file, and each file is a guide', () => {
  const files = globSync('*.md', {
    cwd: join(import.meta.dirname, '../../../src/sites/docs/guides'),
  });
  expect(files.toSorted()).toEqual(GUIDES.map((id) => `${id}.md`).toSorted());
});

test('shows HTML in a guide as text; a table has column headers and is a named region', () => {
  const markdown =
    'A <b>bold</b> word\n\n<script>alert(1)</script>\n\n| Code | Meaning |\n|---|---|\n| `A` | a & b |\n';
  const content = String(released('one', `# One\n\n${markdown}`).content);
  expect(content).not.toMatch(/<b>|<script>/);
  expect(htmlText(content)).toContain('A <b>bold</b> word');
  expect(content).toContain(
    '<div class="scroll" role="region" aria-label="One: Code, Meaning" tabindex="0">',
  );
  expect(content).toContain('<th scope="col">Code</th>');
  expect(content).toContain(
    '<td data-label="Code"><code>A</code></td><td data-label="Meaning">a &amp; b</td>',
  );
});

test.each([
  [
    'an unknown placeholder',
    '# One\n\n{{nothing}}\n',
    /The guide one: Use one of origin, .*, not “nothing”/,
  ],
  ['a placeholder of every object', '# One\n\n{{constructor}}\n', /not “constructor”/],
  ['an unknown argument', '# One\n\n{{limit nothing}}\n', /Use one of depth, .*, not “nothing”/],
  ['an unknown field', '# One\n\n{{name Product.nothing}}\n', /No field Product.nothing/],
  ['a heading without an anchor', '# One\n\n## Two\n', /A heading needs an anchor/],
  ['an example that is not JSON', '# One\n\n```example\n{\n```\n', /JSON/],
  ['an unknown operation', example({ operation: 'deleteProduct' }), /operation/],
  ['an unknown part of an example', example({ colour: 'red' }), /colour/],
  [
    'a field in the name of REST',
    example({ input: { title: 'T', rent: 1, stock_type: 0 } }),
    /stock_type/,
  ],
])('%s is an error that names the guide', (_, markdown, message) => {
  expect(() => released('one', markdown)).toThrow(message);
  expect(() => released('one', markdown)).toThrow('The guide one: ');
});

describe('after a release with every kind of change (D46)', () => {
  const text = (id: string) => htmlText(String(rehearsed(id).content));

  test.each([
    [
      'first-request',
      '"title": "Four-person tent",\n      "daily_rent": 24.5,\n      "code": "TENT-4P-001",\n      "country_of_manufacture": "DE"',
    ],
    ['rate-limits', '"daily_rent": 24.5'],
    ['retries', '"daily_rent": 24.5'],
    ['clients', 'body: {product: {daily_rent: 26, online: true}},'],
    [
      'clients',
      'rent: 3.2,\n    stockType: "BULK",\n    quantity: 20,\n    countryOfManufacture: "DE"',
    ],
    ['importer', 'title,daily_rent,sku'],
    ['errors', `Version ${V2} does not have POST /bundle.`],
    ['errors', 'createBundle(input: $input)'],
  ])('%s has its own names, required fields and operations: %.30j', (id, said) =>
    expect(text(id)).toContain(said),
  );

  test('columns follow the version', () => {
    expect(String(rehearsed('importer').content)).toMatch(
      /<code>daily_rent<\/code>, required<\/td><td[^>]*>number<.*<code>label:quantity; …<\/code>, or JSON<.*URLs with spaces between, or JSON</s,
    );
    expect(String(released('importer').content)).toContain(
      '<code>0</code> UNIT, <code>1</code> BULK',
    );
  });

  test("no request has a field that it removed, and values are the version's", () => {
    const input = { title: 'T', rent: 1, cost: 3, stockType: 'BULK' };
    const onRest = (guides: typeof released) =>
      htmlText(
        String(guides('one', example({ input })).content).split('data-surface="graphql"')[0] ?? '',
      );
    const [older, newer] = [onRest(released), onRest(rehearsed)];
    expect(older).toContain('"cost": 3, "stock_type": 1');
    expect(newer).not.toContain('cost');
    expect(newer).toContain('"stock_type": "bulk"');
  });
});

describe('on a test deployment', () => {
  const runsOf = (guides: typeof released, id: string) =>
    [...String(guides(id).content).matchAll(/ data-run="([^"]*)"/g)].map(([, run = '']) =>
      JSON.parse(htmlText(run)),
    );
  const onTest = createGuides(sourceOf(createVersions(RELEASES), { canRun: true }));

  test('each example has what its page sends, on both APIs, and no token', () => {
    const [rest, graphql] = runsOf(onTest, 'first-request');
    expect(rest).toEqual({
      method: 'POST',
      path: '/api/token-secured/product',
      headers: {},
      body: { product: { title: 'Four-person tent', rent: 24.5, sku: 'TENT-4P-001' } },
    });
    expect(graphql).toMatchObject({
      method: 'POST',
      path: '/graphql',
      query: expect.stringMatching(/^mutation /),
    });
  });

  test('an example with the token in its URL is not sent', () => {
    expect(runsOf(onTest, 'tokens')).toHaveLength(2);
  });

  test('only: elsewhere the guide says how to try them', () => {
    expect(runsOf(released, 'first-request')).toEqual([]);
    expect(htmlText(String(released('first-request').content))).toContain(
      "you can't run examples from these pages",
    );
  });
});
