// The schema across releases, for cases that the rehearsed release does not cover.
import SchemaBuilder from '@pothos/core';
import { type GraphQLInputObjectType, graphql } from 'graphql';
import { expect, test } from 'vitest';
import { schemaOf } from '../../src/graphql/schema.ts';
import { USABLE_FIELDS } from '../../src/graphql/schema-plugin.ts';
import { createVersions } from '../../src/operation/versions.ts';
import { V1, withRelease } from '../support/first-release.ts';

const V2 = '2031-03-01';

test('the members in a list of enums are those that the version of the request reads', async () => {
  const builder = new SchemaBuilder<object>({ plugins: [USABLE_FIELDS] } as never);
  const Tag = builder.enumType('Tag', { values: ['OLD', 'NEW'] as const });
  builder.queryType({
    fields: (t) => ({
      tags: t.field({ type: [Tag], resolve: () => ['NEW', 'OLD'] as const }),
    }),
  });
  const member = { member: 'Query.tags[]', value: 'NEW', name: 'new' };
  const versions = createVersions(withRelease(V2, member));
  const schema = builder.toSchema({ usableFields: { versions } });
  const older = (subject: string) => (subject === 'Query.tags[]' ? 'OLD' : 'NEW');
  const contextValue = { operation: { view: { member: older } } };
  const { data } = await graphql({ schema, source: '{ tags }', contextValue });
  expect(data).toEqual({ tags: ['OLD', 'OLD'] });
});

test('a field has no default in a version that requires it', () => {
  const versions = createVersions(
    withRelease(V2, { required: 'Product.quantity' }),
    () => new Date(V2),
  );
  const type = schemaOf(versions).getType('CreateProductInput') as GraphQLInputObjectType;
  expect(type.getFields().quantity?.description).toBe(
    `How many units you have. At least 1. In ${V1}: At least 1. Default: 1. Null is the same as absent.`,
  );
});
