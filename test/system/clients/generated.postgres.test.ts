// What integrators generate from our artefacts, made by their generators: `npm run types` writes it anew.
import { outputIntrospectionFile } from '@gql.tada/internal';
import { introspectionFromSchema } from 'graphql';
import openapiTS, { astToString } from 'openapi-typescript';
import { expect, test } from 'vitest';
import { openTestApp } from '../../support/app.ts';
import { SCHEMA } from '../../support/released-schema.ts';

const app = await openTestApp();

test('the types that openapi-typescript makes of /openapi.json are those that the clients are tested with', async () => {
  const { body } = await app.call('/openapi.json', {}, { token: null });
  await expect(astToString(await openapiTS(body))).toMatchFileSnapshot('./owner-api.d.ts');
});

test('the types that gql.tada makes of the schema are those that the clients are tested with', async () => {
  const types = outputIntrospectionFile(introspectionFromSchema(SCHEMA), {
    fileType: '.d.ts',
    shouldPreprocess: true,
  });
  await expect(types).toMatchFileSnapshot('./graphql-env.d.ts');
});
