// There is a root field for each operation, so that both APIs have the same operations (D33).
import { expect, test } from 'vitest';
import { ROOT_FIELDS } from '../../../src/graphql/schema.ts';
import { SCHEMA } from '../../support/released-schema.ts';

test('the schema has one root field per operation, plus one for the caller', () => {
  const types = [SCHEMA.getQueryType(), SCHEMA.getMutationType()];
  const fields = types.flatMap((type) =>
    Object.keys(type?.getFields() ?? {}).map((name) => `${type?.name}.${name}`),
  );
  expect(fields.toSorted()).toEqual([...ROOT_FIELDS.values(), 'Query.viewer'].toSorted());
});
