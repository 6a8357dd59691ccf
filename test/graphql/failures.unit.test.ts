// Errors of the engine as those that a client sees.
import { GraphQLError } from 'graphql';
import { expect, test } from 'vitest';
import { mask } from '../../src/graphql/failures.ts';

test('an error of the engine while an operation runs is masked, and kept for the report', () => {
  const error = new GraphQLError('Cannot return null for non-nullable field Product.title.', {
    path: ['product', 'title'],
  });
  const { message, path, extensions, originalError } = mask(error);
  expect([message, path, extensions.code, originalError]).toEqual([
    'Internal server error',
    error.path,
    'INTERNAL',
    error,
  ]);
});

test('an error of the engine before an operation runs is one of the document', () => {
  const { message, extensions } = mask(new GraphQLError('Too deep'));
  expect([message, extensions.code]).toEqual(['Too deep', 'GRAPHQL_VALIDATION_FAILED']);
});
