// The OpenAPI document, for cases that the linter and the recorded contract (`system/releases`, `system/contract`)
// don't cover.
import { describe, expect, it, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { createOpenApiEndpoint } from '../../src/openapi/endpoint.ts';
import { exampleId } from '../../src/openapi/examples.ts';
import { OPERATION_EXAMPLES } from '../../src/openapi/operation-examples.ts';
import { recordedExamples } from '../../src/openapi/recorded-examples.ts';
import type { Change } from '../../src/operation/change-kinds.ts';
import type { Release } from '../../src/operation/release-changes.ts';
import { createVersions } from '../../src/operation/versions.ts';
import { RELEASES } from '../../src/rest/releases.ts';
import { statusOf } from '../../src/rest/route.ts';
import { ROUTES } from '../../src/rest/routes.ts';
import { withRelease } from '../support/first-release.ts';
import { NEWEST_VERSION } from '../support/newest-version.ts';
import { createValidator, type Json, ORIGIN, pointer } from '../support/openapi-contract.ts';

const onFirstDay = () => new Date(RELEASES[0]?.date ?? '');
const endpoint = (releases: readonly Release[] = RELEASES, now = onFirstDay) =>
  createOpenApiEndpoint(createVersions(releases, now), ORIGIN);
const document: Json = endpoint().document(NEWEST_VERSION);

const ask = (path: string, init: RequestInit = {}, from = endpoint()) =>
  from.handle(new Request(`http://localhost${path}`, init), {
    url: new URL(`http://localhost${path}`),
  });

/** Every object in the document with its location, except in examples and in rules for several fields. */
function* nodes(
  node: Json = document,
  ...at: string[]
): Generator<[node: Json, ...at: string[]]> {
  if (typeof node !== 'object' || node === null) return;
  yield [node, ...at];
  for (const [key, value] of Object.entries(node))
    if (!key.startsWith('example') && key !== 'not') yield* nodes(value, ...at, key);
}
const everyNode = [...nodes()];

test.each<[what: string, isUnexpected: (node: Json, ...at: string[]) => boolean]>([
  [
    'body without an example',
    ({ schema, examples }, key) => key === 'application/json' && schema && !examples,
  ],
  [
    'header whose example does not fit it',
    ({ schema }, key = '', ...above) =>
      above.join() === 'headers,components' &&
      createValidator(document)(
        `${pointer('components', 'headers', key)}/schema`,
        schema.example,
      ).length > 0,
  ],
  [
    'description that repeats the name of its field',
    ({ description }, key = '', of) =>
      of === 'properties' &&
      new RegExp(`^(an?|the) (id of the )?${key.replaceAll('_', '.')}s?[.]`, 'i').test(
        description ?? '',
      ),
  ],
  [
    'object without a name for generators',
    ({ properties }, _, of, ...above) => properties && (of !== 'schemas' || above.length > 1),
  ],
  [
    'list without a bound in a request; responses have no limits, because versions differ in them',
    ({ type, maxItems }, ...at) =>
      [type].flat().includes('array') &&
      maxItems === undefined &&
      at.some((name) => name.endsWith('Input')),
  ],
  [
    'object with a name that JavaScript uses for something else',
    (_, key = '', of) => of === 'schemas' && key in globalThis,
  ],
  [
    'keyword that older readers do not know',
    (node) =>
      ['const', '$defs', 'prefixItems', 'unevaluatedProperties', 'contentMediaType'].some(
        (key) => key in node,
      ),
  ],
  [
    'body of alternatives, of which agents make tools without fields (D53)',
    ({ oneOf, anyOf, allOf }) => Boolean(oneOf ?? anyOf ?? allOf),
  ],
  [
    'description of an operation with more than 300 characters, the limit of agents (D53)',
    ({ operationId, description }) => operationId && description.length > 300,
  ],
  [
    'example of a header that changes what a request does, because tools send the first one (D53)',
    ({ name, schema, example, examples }, _, of) =>
      of === 'parameters' &&
      !['id', 'service-version'].includes(name) &&
      ((example ?? schema?.example) !== undefined ||
        (examples !== undefined && !['If-None-Match', 'If-Match'].includes(name))),
  ],
])('has no %s', (_, isUnexpected) => {
  const faults = everyNode.filter(([node, ...at]) => isUnexpected(node, ...at.toReversed()));
  expect(
    faults.map(([, ...at]) => pointer(...at)),
    'an example that is missing is recorded by: npm run record',
  ).toEqual([]);
});

test("has the deployment's origin in every URL", () => {
  const { servers, externalDocs, info }: Json = createOpenApiEndpoint(
    createVersions(RELEASES),
    'https://api.example.com',
  ).document(NEWEST_VERSION);
  expect(servers.map(({ url }: Json) => url)).toEqual([
    'https://api.example.com/api/token-secured',
  ]);
  expect([externalDocs.url, info.contact.url]).toEqual(
    Array(2).fill('https://api.example.com/docs'),
  );
});

describe('the version', () => {
  const on = (day: string) => endpoint(withRelease('2026-03-01'), () => new Date(day));

  it.each([
    ['defaults to the latest', '', undefined, '2026-03-01'],
    ['comes from the parameter', '?version=2025-08-16', undefined, '2025-08-16'],
    ['comes from the header service-version (D46)', '', '2025-08-16', '2025-08-16'],
    [
      'comes from the parameter, whatever the header says',
      '?version=2026-03-01',
      '2025-08-16',
      '2026-03-01',
    ],
  ])('%s', async (_, query, header, version) => {
    const response = ask(
      `/openapi.json${query}`,
      { headers: header ? { 'service-version': header } : {} },
      on('2026-04-01'),
    );
    expect([
      response.headers.get('vary'),
      ((await response.json()) as Json).info.version,
    ]).toEqual(['service-version', version]);
  });

  it.each([
    ['version', '?version=2020-01-01', {}],
    ['version', '?version=', {}],
    ['version', '?version=2026-03-01', {}],
    ['service-version', '', { 'service-version': 'x' }],
  ])(
    'in the %s that is unknown or in the future is rejected with the existing ones: %s',
    (field, query, headers) => {
      const message = expect.stringContaining('2025-08-16');
      const errors = [{ path: [field], code: 'INVALID_FORMAT', message }];
      expect(() => ask(`/openapi.json${query}`, { headers }, on('2026-02-01'))).toThrow(
        expect.objectContaining({ failure: { kind: 'invalid', errors } }),
      );
    },
  );
});

test.each(RELEASES)(
  'the examples of $date have the statuses that its document shows them for',
  ({ date }) => {
    const examples = recordedExamples(date);
    const statuses = ROUTES.flatMap((route) =>
      Object.keys(OPERATION_EXAMPLES[route.operation.name]).flatMap((name) => {
        const exchange = examples[exampleId(route.operation.name, name)]?.rest;
        return exchange ? [[name, exchange.response.status, statusOf(route)] as const] : [];
      }),
    );
    expect(statuses.filter(([, recorded, documented]) => recorded !== documented)).toEqual(
      [],
    );
    expect(statuses.length).toBeGreaterThan(5);
  },
);

test('the YAML document has the same values, its own ETag, and quotes for YAML 1.1 readers', async () => {
  for (const query of ['', `?version=${NEWEST_VERSION}`]) {
    const [yaml, json] = [ask(`/openapi.yaml${query}`), ask(`/openapi.json${query}`)];
    expect(yaml.headers.get('content-type')).toBe('application/yaml');
    expect(yaml.headers.get('etag')).not.toBe(json.headers.get('etag'));
    const text = await yaml.text();
    expect([parse(text), parse(text, { version: '1.1' })]).toEqual(
      Array(2).fill(await json.json()),
    );
    expect(text).toContain(`version: "${NEWEST_VERSION}"`);
  }
});

test('a field whose type changed in a release has its own type and rules, and none of the previous ones', () => {
  const date = '2031-03-01';
  const seconds = z.codec(z.int(), z.string(), {
    decode: (time) => new Date(time * 1000).toISOString(),
    encode: (text) => Math.floor(Date.parse(text) / 1000),
  });
  const asText = z.codec(z.string().regex(/^[0-9]+$/), z.number(), {
    decode: Number,
    encode: String,
  });
  const changes: readonly Change[] = [
    { type: 'Rental.createdAt', is: seconds },
    { type: 'Rental.id', is: asText },
    { type: 'Product.shelfLifeMin', is: asText },
  ];
  const ofDate: Json = endpoint(withRelease(date, ...changes)).document(date);
  const { Rental, UpdateProductInput, Product } = ofDate.components.schemas;
  const { created_at, updated_at, id } = Rental.properties;
  const example = Date.UTC(2026, 6, 1, 8, 30) / 1000;
  expect(created_at).toMatchObject({
    type: 'integer',
    format: 'int64',
    example,
    description: 'When it was created, in UTC.',
  });
  expect(updated_at).toMatchObject({ type: 'string', format: 'date-time' });
  expect(id).toMatchObject({ type: 'string', pattern: '^[0-9]+$', example: '1' });
  expect(id).not.toHaveProperty('maximum');
  for (const { properties } of [UpdateProductInput, Product]) {
    expect(properties.shelf_life_min).toMatchObject({
      type: ['string', 'null'],
      pattern: '^[0-9]+$',
    });
    expect(properties.shelf_life_min).not.toHaveProperty('minimum');
    expect(properties.shelf_life_max).toMatchObject({ format: 'int32' });
  }
});

test('an enum whose type changed has no meanings of former values, and its rules have the new ones', () => {
  const date = '2031-03-01';
  const isTracked = z
    .codec(z.boolean(), z.enum(['UNIT', 'BULK']), {
      decode: (is) => (is ? 'UNIT' : 'BULK'),
      encode: (member) => member === 'UNIT',
    })
    .meta({ description: 'Whether you track each unit.' });
  const change: Change = { type: 'Product.stockType', is: isTracked };
  const { components, paths }: Json = endpoint(withRelease(date, change)).document(date);
  const { CreateProductInput, UpdateProductInput } = components.schemas;
  expect(CreateProductInput.properties.stock_type).toMatchObject({
    type: ['boolean', 'null'],
    description: 'Whether you track each unit. Default: true. Null is the same as absent.',
  });
  const [withoutSku, , bundle] = CreateProductInput.not.anyOf;
  const rules = [withoutSku, bundle, UpdateProductInput.not];
  expect(rules.map(({ properties }) => properties.stock_type)).toEqual([
    { type: ['boolean', 'null'], enum: [true, null] },
    { type: 'boolean', enum: [true] },
    { type: 'boolean', enum: [true] },
  ]);
  expect(JSON.stringify(paths)).toContain('With `stock_type` true, the default,');
});
