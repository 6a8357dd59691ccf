// Both APIs document null and writes alike, and behave as documented (D13, D31, D40).
import { isInputObjectType } from 'graphql';
import { expect, test } from 'vitest';
import { createOpenApiEndpoint } from '../../src/openapi/endpoint.ts';
import { createVersions } from '../../src/operation/versions.ts';
import { RELEASES } from '../../src/rest/releases.ts';
import { faults, openTestApp } from '../support/app.ts';
import { NEWEST_VERSION } from '../support/newest-version.ts';
import { type Json, ORIGIN } from '../support/openapi-contract.ts';
import { SCHEMA } from '../support/released-schema.ts';

const app = await openTestApp();

const document: Json = createOpenApiEndpoint(createVersions(RELEASES), ORIGIN).document(
  NEWEST_VERSION,
);

const nullIn = (description: unknown) => /Null [^.]*\./.exec(String(description))?.[0];

/** The nullable fields of an input, with what each API documents about null. */
function nullsOf(input: string) {
  const type = SCHEMA.getType(input);
  const documented = Object.entries<Json>(document.components.schemas[input].properties);
  return Object.values(isInputObjectType(type) ? type.getFields() : {})
    .filter(({ type }) => !String(type).endsWith('!'))
    .map(({ name, description }) => {
      const onRest = documented.find(
        ([wire, field]) => (field['x-graphql-name'] ?? wire) === name,
      );
      return {
        name,
        onGraphQL: nullIn(description),
        onRest: nullIn(onRest?.[1].description),
      };
    });
}

const UPDATE =
  'mutation ($id: ID!, $input: UpdateProductInput!) { updateProduct(id: $id, input: $input) { errors { field code } } }';

test.each(nullsOf('UpdateProductInput'))(
  'an update: $name: $onGraphQL (D13)',
  async ({ name, onGraphQL, onRest }) => {
    const { id } = await app.product();
    const { body } = await app.graphql(UPDATE, { id, input: { [name]: null } });
    const errors = faults({ ...body, body: body.data.updateProduct });
    expect([errors, onRest]).toEqual(
      onGraphQL === 'Null clears it.'
        ? [[], onGraphQL]
        : [[`${name} REQUIRED`], 'Null returns `REQUIRED`.'],
    );
  },
);

test.each(['CreateProductInput', 'CreateBundleInput'])(
  '%s: null means the same as absent (D13)',
  (input) => {
    const said = nullsOf(input).flatMap(({ onGraphQL, onRest }) => [onGraphQL, onRest]);
    expect(said.length).toBeGreaterThan(8);
    expect(new Set(said)).toEqual(new Set(['Null is the same as absent.']));
  },
);
