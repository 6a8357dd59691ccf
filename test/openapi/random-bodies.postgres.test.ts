// json-schema-faker's bodies, with the settings of the guide: those that a version's OpenAPI document calls valid are
// accepted, unless `x-conditions` says why not, and no others (D53), in every version that is usable on the day of the
// clock. The harness has its own random bodies.
import { createGeneratorSync } from 'json-schema-faker';
import { expect, test } from 'vitest';
import { createOpenApiEndpoint } from '../../src/openapi/endpoint.ts';
import { createVersions } from '../../src/operation/versions.ts';
import { RELEASES } from '../../src/rest/releases.ts';
import { openTestApp } from '../support/app.ts';
import { type Json, ORIGIN } from '../support/openapi-contract.ts';
import { readRestContract } from '../system/harness/contract/rest-contract.ts';

const BODIES = Number(process.env.RANDOM_BODIES ?? 45);
const SEED = 20_310_301;
/** Deeper than any body. */
const MAX_DEPTH = 20;

const versions = createVersions(RELEASES);
const documentOf = (version: string): Json =>
  createOpenApiEndpoint(versions, ORIGIN).document(version);
const app = await openTestApp({ versions });

const made = async (data?: object) => (await app.product(data)).id;
/** The products that bodies can name, and those that are updated. */
const items = [await made(), await made()];
const updated = [await made(), await made({ type: 'BUNDLE' })];

/** A schema without read-only fields, without formats if a pattern says more, and with the products that exist. */
function forGenerator(node: Json, key = ''): Json {
  if (Array.isArray(node)) return node.map((entry) => forGenerator(entry));
  if (typeof node !== 'object' || node === null) return node;
  if (node['x-graphql-name'] === 'adId') return { enum: items };
  const members = Object.entries<Json>(node).filter(([name, inner]) =>
    key === 'properties' ? !inner.readOnly : name !== 'format' || !node.pattern,
  );
  return Object.fromEntries(
    members.map(([name, inner]) => [name, forGenerator(inner, name)]),
  );
}

/** Two bodies with some optional fields, then one with all. */
function bodiesOf({ components }: Json, { $ref = '', ...inline }: Json): Json[] {
  const schema = components.schemas[$ref.split('/').at(-1)] ?? inline;
  // Of several wrapper objects, the generator fills one at a time.
  const branches = Object.entries<Json>(schema.properties).map(([name, wrapped]) => {
    const only = { ...schema, properties: { [name]: wrapped }, required: [name] };
    return forGenerator({ ...only, components });
  });
  const [some, all] = [false, true].map((alwaysFakeOptionals) =>
    createGeneratorSync({ seed: SEED, maxDepth: MAX_DEPTH, alwaysFakeOptionals }),
  );
  return Array.from({ length: BODIES }, (_, index) =>
    (index % 3 === 2 ? all : some)?.generate(branches[index % branches.length]),
  );
}

test.each(
  versions.usable().flatMap((version) =>
    Object.entries<Json>(documentOf(version).paths).flatMap(([path, methods]) =>
      Object.entries<Json>(methods)
        .filter(([, { requestBody }]) => requestBody)
        .map(([method, row]) => ({ version, method: method.toUpperCase(), path, row })),
    ),
  ),
)(
  '$method $path in $version accepts every valid body, unless a condition says why not (D53)',
  { timeout: 600_000 },
  async ({ version, method, path, row: { operationId, requestBody } }) => {
    const document = documentOf(version);
    const { schema } = requestBody.content['application/json'];
    const contract = readRestContract(document);
    let accepted = 0;
    for (const [index, body] of bodiesOf(document, schema).entries()) {
      const target = path.replace('{id}', String(updated[index % updated.length]));
      const sent = JSON.stringify(body);
      const headers = { 'service-version': version };
      const { body: json, ...answer } = await app.rest(method, target, sent, { headers });
      const call = { method, path: target, body: sent };
      const answered = { ...answer, json, call, surface: 'rest', text: '' } as const;
      expect(contract.verdictFailures(operationId, answered), sent).toEqual([]);
      expect(answer.status, sent).toBeOneOf([200, 201, 400]);
      if (answer.status < 300) accepted += 1;
    }
    expect(accepted).toBeGreaterThan(0.25 * BODIES);
  },
);
