// The OpenAPI document and schema of every version, including the rehearsed one: lint-clean, with valid examples, and
// stable.

import { createConfig, lintFromString } from '@redocly/openapi-core';
import { buildSchema, validateSchema } from 'graphql';
import { expect, test } from 'vitest';
import { printedSchema } from '../../../src/graphql/schema.ts';
import { createOpenApiEndpoint } from '../../../src/openapi/endpoint.ts';
import { type Json, ORIGIN } from '../../support/openapi-contract.ts';
import { rehearsedOn, V1, V2 } from './rehearsal.ts';

/** The document without deprecation marks for what the latest version removed. */
const withoutDeprecations = (document: Json): Json =>
  JSON.parse(
    JSON.stringify(document, (name, value) => (name === 'deprecated' ? undefined : value)),
  );

const documentOf = (version: string, day = V2): Json =>
  createOpenApiEndpoint(rehearsedOn(day), ORIGIN).document(version);

test.each([V1, V2])(
  'the document of %s, including its examples, passes the strictest linter rules',
  async (version) => {
    const config = await createConfig({ extends: ['recommended-strict'] });
    const faults = await lintFromString({
      source: JSON.stringify(documentOf(version)),
      config,
    });
    expect(faults.map(({ ruleId, message }) => `${ruleId} ${message}`)).toEqual([]);
  },
);

test("the older version's document is the same until the newer one's day, and only names that from then on", () => {
  const released = documentOf(V1, V1);
  expect(documentOf(V1, '2031-02-28')).toEqual(released);
  released.components.parameters.ServiceVersion.schema.enum.push(V2);
  expect(withoutDeprecations(documentOf(V1))).toEqual(released);
});

test("the older version's document says what the newer one removed, fields and operations (section 9.7)", () => {
  const { paths, components }: Json = documentOf(V1);
  const { Product, Account, CreateProductInput, UpdateProductInput } = components.schemas;
  expect(paths['/bundle'].post.deprecated).toBe(true);
  const inputs = [Product, CreateProductInput, UpdateProductInput];
  const marks = (name: string) => inputs.map(({ properties }) => properties[name].deprecated);
  expect(marks('cost')).toEqual([true, true, true]);
  expect(Account.properties.email.deprecated).toBe(true);
  expect(JSON.stringify(documentOf(V2))).not.toContain('"deprecated"');
});

/** They are those of the code on every day. */
const withoutDescriptions = (schema = '') => schema.replace(/^ *""".*?"""\n/gms, '');

test('the GraphQL schema is valid SDL before its day, from its day on, and after the end of the older version', () => {
  const at = (day: string) => printedSchema(rehearsedOn(day));
  expect(withoutDescriptions(at('2031-02-28'))).toBe(withoutDescriptions(at(V1)));
  for (const day of [V2, '2033-01-01'])
    expect(validateSchema(buildSchema(at(day)))).toEqual([]);
});
