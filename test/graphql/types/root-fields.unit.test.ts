// There is a root field for each operation, so that both APIs have the same operations (D33).
import { expect, test } from 'vitest';
import { ROOT_FIELDS } from '../../../src/graphql/schema.ts';
import { ROUTES } from '../../../src/rest/routes.ts';
import { SCHEMA } from '../../support/released-schema.ts';

test('the schema has one root field per operation, plus one for the caller', () => {
  const types = [SCHEMA.getQueryType(), SCHEMA.getMutationType()];
  const fields = types.flatMap((type) =>
    Object.keys(type?.getFields() ?? {}).map((name) => `${type?.name}.${name}`),
  );
  expect(fields.toSorted()).toEqual([...ROOT_FIELDS.values(), 'Query.viewer'].toSorted());
});

test('every REST operation exists on GraphQL; REST reads a bundle as a product', () => {
  const isElsewhere = (name: string) => name !== 'readBundle';
  const onRest = ROUTES.map(({ operation }) => operation.name).filter(isElsewhere);
  expect(onRest.toSorted()).toEqual([...ROOT_FIELDS.keys()].filter(isElsewhere).toSorted());
});
