// The root fields: one for each operation, so that neither surface has an operation that the other lacks (D33).
import { expect, test } from 'vitest';
import { ROOT_FIELDS } from '../../../src/graphql/schema.ts';
import { ROUTES } from '../../../src/rest/routes.ts';
import { SCHEMA } from '../../support/released-schema.ts';

test('the schema has a root field for each operation, and no other one but that of the caller', () => {
  const types = [SCHEMA.getQueryType(), SCHEMA.getMutationType()];
  const fields = types.flatMap((type) => Object.keys(type?.getFields() ?? {}).map((name) => `${type?.name}.${name}`));
  expect(fields.toSorted()).toEqual([...ROOT_FIELDS.values(), 'Query.viewer'].toSorted());
});

test('every operation of REST is one of GraphQL; a bundle is read over REST as a product', () => {
  const onGraphQL = [...ROOT_FIELDS.keys()].filter((name) => name !== 'readBundle');
  expect(ROUTES.map(({ operation }) => operation.name).toSorted()).toEqual(onGraphQL.toSorted());
});
