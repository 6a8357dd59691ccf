// The schema as tools read it: by introspection and as a file.
import {
  buildClientSchema,
  buildSchema,
  getIntrospectionQuery,
  isObjectType,
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

test('every type has a description, and no description only repeats a name', async () => {
  const types = Object.values((await introspect()).getTypeMap()).filter(
    ({ name }) => !name.startsWith('__'),
  );
  const fields = types.filter(isObjectType).flatMap((type) => Object.values(type.getFields()));
  const named = [...fields, ...fields.flatMap(({ args }) => args)];
  expect(types.filter(({ description }) => !description)).toEqual([]);
  const repeats = ({
    name,
    description,
  }: {
    name: string;
    description?: string | null | undefined;
  }) => new RegExp(`^(an?|the) ${name}[.]?$`, 'i').test(description ?? '');
  expect(named.filter(repeats).map(({ name }) => name)).toEqual([]);
});
