// json-schema-faker's bodies, with the settings of the guide: those that a version's OpenAPI document calls valid are
// accepted, unless `x-conditions` says why not (D53), in every version that is usable on the day of the clock. The harness
// has its own random bodies, valid and invalid.
import { createGeneratorSync } from 'json-schema-faker';
import { expect, test } from 'vitest';
import { createOpenApiEndpoint } from '../../src/openapi/endpoint.ts';
import { createVersions } from '../../src/operation/versions.ts';
import { RELEASES } from '../../src/rest/releases.ts';
import { openTestApp } from '../support/app.ts';
import { createValidator, type Json, ORIGIN, pointer } from '../support/openapi-contract.ts';
import { readRestContract } from '../system/harness/contract/rest-contract.ts';

const BODIES = Number(process.env.RANDOM_BODIES ?? 40);
const SEED = 20_310_301;
/** Deeper than any body. */
const MAX_DEPTH = 20;

const versions = createVersions(RELEASES);
const usable = versions.usable();
const documentOf = (version: string): Json =>
  createOpenApiEndpoint(versions, ORIGIN).document(version);
const app = await openTestApp({ versions });

const made = async (data?: object) => (await app.product(data)).id;
/** The products that bodies can name, and those that are updated. */
const items = [await made(), await made()];
const updated = [await made(), await made({ type: 'BUNDLE' })];

/** A schema without read-only fields, and without formats if a pattern says more. */
function forGenerator(node: Json, key = ''): Json {
  if (Array.isArray(node)) return node.map((entry) => forGenerator(entry));
  if (typeof node !== 'object' || node === null) return node;
  const members = Object.entries<Json>(node).filter(([name, inner]) =>
    key === 'properties' ? !inner.readOnly : name !== 'format' || !node.pattern,
  );
  return Object.fromEntries(
    members.map(([name, inner]) => [name, forGenerator(inner, name)]),
  );
}

/** Bodies that the validator accepts: two with some optional fields, then one with all. */
function validBodies(document: Json, schema: Json, isValid: (body: Json) => boolean): Json[] {
  const resolved = schema.$ref
    ? document.components.schemas[schema.$ref.split('/').at(-1)]
    : schema;
  // Of several wrapper objects, the generator fills one at a time.
  const branches = Object.entries<Json>(resolved.properties).map(([name, wrapped]) =>
    forGenerator({
      ...resolved,
      properties: { [name]: wrapped },
      required: [name],
      components: document.components,
    }),
  );
  const [some, all] = [false, true].map((alwaysFakeOptionals) =>
    createGeneratorSync({ seed: SEED, maxDepth: MAX_DEPTH, alwaysFakeOptionals }),
  );
  return Array.from({ length: 4 * BODIES }, (_, index) =>
    (index % 3 === 2 ? all : some)?.generate(branches[index % branches.length]),
  )
    .filter(isValid)
    .slice(0, BODIES);
}

test.each(
  usable.flatMap((version) =>
    Object.entries<Json>(documentOf(version).paths).flatMap(([path, methods]) =>
      Object.keys(methods)
        .filter((method) => methods[method].requestBody)
        .map((method) => ({ version, method: method.toUpperCase(), path })),
    ),
  ),
)(
  '$method $path in $version accepts every valid body, unless a condition says why not (D53)',
  { timeout: 600_000 },
  async ({ version, method, path }) => {
    const document = documentOf(version);
    const keys = ['requestBody', 'content', 'application/json', 'schema'];
    const place = pointer('paths', path, method.toLowerCase(), ...keys);
    const { requestBody, operationId } = document.paths[path][method.toLowerCase()];
    const { schema } = requestBody.content['application/json'];
    const validate = createValidator(document);
    const bodies = validBodies(
      document,
      schema,
      (body) => validate(place, body).length === 0,
    );
    expect(bodies).toHaveLength(BODIES);
    const contract = readRestContract(document);
    const idName = Object.entries<Json>(
      document.components.schemas.BundleItem.properties,
    ).find(([name, field]) => (field['x-graphql-name'] ?? name) === 'adId')?.[0];
    let accepted = 0;
    for (const [index, body] of bodies.entries()) {
      const target = path.replace('{id}', String(updated[index % updated.length]));
      // An item names a product of the caller, and no schema can say which exist.
      const sent = JSON.stringify(body, (key, value) =>
        key === idName ? items[value % items.length] : value,
      );
      const headers = { 'service-version': version };
      const { body: json, ...answer } = await app.rest(method, target, sent, { headers });
      const call = { method, path: target, body: sent };
      const answered = { ...answer, json, call, surface: 'rest', text: '' } as const;
      expect(contract.verdictFailures(operationId, answered), sent).toEqual([]);
      expect(answer.status, sent).toBeOneOf([200, 201, 400]);
      if (answer.status < 300) accepted += 1;
    }
    expect(accepted).toBeGreaterThan(0.5 * BODIES);
  },
);
