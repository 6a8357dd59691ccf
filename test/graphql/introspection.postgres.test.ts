// The schema as tools read it: by introspection and as a file.
import {
  buildClientSchema,
  buildSchema,
  getIntrospectionQuery,
  lexicographicSortSchema,
  printSchema,
} from 'graphql';
import { expect, test } from 'vitest';
import { openTestApp } from '../support/app.ts';
import { NEWEST_VERSION } from '../support/newest-version.ts';

const app = await openTestApp();
const introspect = async () => {
  const query = getIntrospectionQuery({ inputValueDeprecation: true, specifiedByUrl: true });
  return buildClientSchema((await app.graphql(query)).body.data);
};

test('introspection and the file match, in every version', async () => {
  const introspected = printSchema(lexicographicSortSchema(await introspect()));
  for (const query of ['', `?version=${NEWEST_VERSION}`]) {
    const { body } = await app.call(`/docs/schema.graphql${query}`, {}, { token: null });
    expect(printSchema(lexicographicSortSchema(buildSchema(body)))).toBe(introspected);
  }
});

test('every type has a description', async () => {
  const types = Object.values((await introspect()).getTypeMap()).filter(
    ({ name }) => !name.startsWith('__'),
  );
  expect(types.filter(({ description }) => !description)).toEqual([]);
});
