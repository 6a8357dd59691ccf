// The guides: Markdown whose placeholders, examples and tables follow the versions, and whose faults are named.
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

/** The guides on the day of each release, also of one in the future. */
const onEachDay = RELEASES.map(({ date }) => guidesOf(createVersions(RELEASES, () => new Date(date))));

const example = (fields: object) =>
  `# Title\n\n\`\`\`example\n${JSON.stringify({ id: 'one', label: 'One', operation: 'createProduct', ...fields })}\n\`\`\`\n`;

describe('each guide', () => {
  test('is a file, and each file is a guide', () => {
    const files = globSync('*.md', { cwd: join(import.meta.dirname, '../../../src/sites/docs/guides') });
    expect(files.toSorted()).toEqual(GUIDES.map((id) => `${id}.md`).toSorted());
  });

  test.each(GUIDES)('%s: has a title, and every placeholder has its value', (id) => {
    for (const guides of [...onEachDay, rehearsed]) {
      const guide = guides(id);
      expect(guide.title).toMatch(/^[A-Z]/);
      expect(htmlText(String(guide.content))).not.toMatch(/\{\{|\[object/);
    }
  });
});

test('HTML in a guide is shown as text', () => {
  const { content } = released('one', '# One\n\nA <b>bold</b> word\n\n<script>alert(1)</script>\n');
  expect(String(content)).not.toMatch(/<b>|<script>/);
  expect(htmlText(String(content))).toContain('A <b>bold</b> word');
});

test('a table has column headers, and is a region with a name', () => {
  const { content } = released('one', '# One\n\n| Code | Meaning |\n|---|---|\n| `A` | a & b |\n');
  expect(String(content)).toContain('<div class="scroll" role="region" aria-label="One: Code, Meaning" tabindex="0">');
  expect(String(content)).toContain('<th scope="col">Code</th>');
  expect(String(content)).toContain('<td><code>A</code></td><td>a &amp; b</td>');
});

test.each([
  ['an unknown placeholder', '# One\n\n{{nothing}}\n', /The guide one: Use one of origin, .*, not “nothing”/],
  ['a placeholder of every object', '# One\n\n{{constructor}}\n', /not “constructor”/],
  ['an unknown argument', '# One\n\n{{limit nothing}}\n', /Use one of depth, .*, not “nothing”/],
  ['an unknown field', '# One\n\n{{name Product.nothing}}\n', /No field Product.nothing/],
  ['a heading without an anchor', '# One\n\n## Two\n', /A heading needs an anchor/],
  ['an example that is no JSON', '# One\n\n```example\n{\n```\n', /JSON/],
  ['an unknown operation', example({ operation: 'deleteProduct' }), /operation/],
  ['an unknown part of an example', example({ colour: 'red' }), /colour/],
  ['a field in the name of REST', example({ input: { title: 'T', rent: 1, stock_type: 0 } }), /stock_type/],
  ['code in another language', '# One\n\n````tabs a: A\n```ruby\nputs 1\n```\n````\n', /curl|ruby/],
])('%s is a fault that names the guide', (_, markdown, message) => {
  expect(() => released('one', markdown)).toThrow(message);
  expect(() => released('one', markdown)).toThrow('The guide one: ');
});

describe('after a release with every kind of change (D46)', () => {
  const text = (id: string) => htmlText(String(rehearsed(id).content));

  test('requests have its names and required fields', () => {
    expect(text('first-request')).toContain(
      '"title": "Four-person tent",\n      "daily_rent": 24.5,\n      "code": "TENT-4P-001",\n      "country_of_manufacture": "DE"',
    );
    expect(text('throttling')).toContain('"daily_rent": 24.5');
    expect(text('retries')).toContain('daily_rent: 24.5,');
  });

  test('a field that it withdrew is in no request, and its values are those of the version', () => {
    const input = { title: 'T', rent: 1, cost: 3, stockType: 'BULK' };
    const onRest = (guides: typeof released) =>
      htmlText(String(guides('one', example({ input })).content).split('data-surface="graphql"')[0] ?? '');
    const [older, newer] = [onRest(released), onRest(rehearsed)];
    expect(older).toContain('"cost": 3, "stock_type": 1');
    expect(newer).not.toContain('cost');
    expect(newer).toContain('"stock_type": "bulk"');
  });

  test('code of typed clients has the names of its surface', () => {
    expect(text('clients')).toContain('body: { product: { daily_rent: 26, online: true } },');
    expect(text('clients')).toContain(
      "rent: 3.2,\n    stockType: 'BULK',\n    quantity: 20,\n    countryOfManufacture: 'DE',",
    );
  });

  test('names in sentences and tables are its own', () => {
    expect(text('names')).toContain('items[0].product_id');
    expect(text('names')).not.toMatch(/ad_id|POST \/bundle/);
  });

  test('the columns of imports are its own', () => {
    expect(String(rehearsed('importer').content)).toMatch(
      /<code>daily_rent<\/code>, required<\/td><td>number<.*<code>label:quantity; …<\/code>, or JSON<.*URLs with spaces between, or JSON</s,
    );
    expect(text('importer')).toContain('title,daily_rent,sku');
    expect(String(released('importer').content)).toContain('<code>0</code> UNIT, <code>1</code> BULK');
  });

  test('a sentence stands for the example of an endpoint that it withdrew, which GraphQL keeps', () => {
    expect(text('errors')).toContain(`Version ${V2} does not have POST /bundle.`);
    expect(text('errors')).toContain('createBundle(input: $input)');
  });
});

describe('on a test deployment', () => {
  const runsOf = (guides: typeof released, id: string) =>
    [...String(guides(id).content).matchAll(/ data-run="([^"]*)"/g)].map(([, run = '']) => JSON.parse(htmlText(run)));
  const onTest = createGuides(sourceOf(createVersions(RELEASES), { canRun: true }));

  test('each example has what its page sends, on both surfaces, and no token', () => {
    const [rest, graphql] = runsOf(onTest, 'first-request');
    expect(rest).toEqual({
      method: 'POST',
      path: '/api/token-secured/product',
      headers: {},
      body: { product: { title: 'Four-person tent', rent: 24.5, sku: 'TENT-4P-001' } },
    });
    expect(graphql).toMatchObject({ method: 'POST', path: '/graphql', query: expect.stringMatching(/^mutation /) });
  });

  test('an example with the token in its URL is not sent', () => {
    expect(runsOf(onTest, 'tokens')).toHaveLength(2);
  });

  test('alone: elsewhere the guide says how to try them', () => {
    expect(runsOf(released, 'first-request')).toEqual([]);
    expect(htmlText(String(released('first-request').content))).toContain('its pages run no examples');
  });
});
