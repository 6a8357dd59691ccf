// Every body that a version's OpenAPI document calls valid is accepted, unless `x-conditions` says why not, and every
// other one is rejected at its field (D53).
import { expect, test } from 'vitest';
import { createBodies } from '../../openapi/random-bodies.ts';
import { type Answer, openTestApp } from '../../support/app.ts';
import { createValidator, type Json, pointer } from '../../support/openapi-contract.ts';
import { rehearsedOn, V1, V2 } from './rehearsal.ts';

const BODIES = Number(process.env.RANDOM_BODIES ?? 40);
/** The bodies into which every error is put, each with other fields. */
const DAMAGED = Math.ceil(BODIES / 20);
const SEED = 20_310_301;

const app = await openTestApp({ versions: rehearsedOn('2031-04-01') });

const made = async (data?: object) => (await app.product(data)).id;
/** The products that bodies can name, and those that are updated. */
const items = [await made(), await made()];
const updated = [await made(), await made({ type: 'BUNDLE' })];

async function openOperation(version: string, method: string, path: string) {
  const { body: document } = await app.call(
    `/openapi.json?version=${version}`,
    {},
    { token: null },
  );
  const operation = document.paths[path][method.toLowerCase()];
  const place = pointer(
    'paths',
    path,
    method.toLowerCase(),
    'requestBody',
    'content',
    'application/json',
    'schema',
  );
  const validate = createValidator(document);
  const { schema } = operation.requestBody.content['application/json'];
  let sent = 0;
  return {
    ...createBodies(document, schema, (body) => validate(place, body).length === 0, SEED),
    /** An item names a product of the caller, and no schema can say which exist. */
    withItems: (body: Json): Json =>
      JSON.parse(JSON.stringify(body), (key, value) =>
        key === 'ad_id' ? items[value % items.length] : value,
      ),
    send: (body: Json): Promise<Answer> => {
      const target = path.replace('{id}', String(updated[sent++ % updated.length]));
      return app.rest(method, target, body, { headers: { 'service-version': version } });
    },
    /** The errors of a response that no condition of the operation explains. */
    unexplained: ({ body }: Answer): Json[] =>
      body.errors.filter(
        (error: Json) =>
          !operation['x-conditions'].some(
            ({ field, code }: Json) =>
              code === error.code &&
              (field === '*' || field === error.field.replaceAll(/\[\d+\]/g, '[]')),
          ),
      ),
  };
}

const OPERATIONS = [
  { version: V1, method: 'POST', path: '/product' },
  { version: V1, method: 'PUT', path: '/product/{id}' },
  { version: V1, method: 'POST', path: '/bundle' },
  { version: V2, method: 'POST', path: '/product' },
  { version: V2, method: 'PUT', path: '/product/{id}' },
] as const;

test.each(OPERATIONS)(
  '$method $path in $version accepts every valid body, unless a condition says why not (D53)',
  { timeout: 600_000 },
  async ({ version, method, path }) => {
    const operation = await openOperation(version, method, path);
    const bodies = operation.valid(BODIES);
    expect(bodies).toHaveLength(BODIES);
    let accepted = 0;
    for (const body of bodies) {
      const answer = await operation.send(operation.withItems(body));
      if (answer.status < 300) accepted += 1;
      else {
        const context = JSON.stringify({ body, answer: answer.body });
        expect([answer.status, operation.unexplained(answer)], context).toEqual([400, []]);
      }
    }
    expect(accepted).toBeGreaterThan(0.5 * BODIES);
  },
);

test.each(OPERATIONS)(
  '$method $path in $version rejects each schema error at its field (D53)',
  { timeout: 600_000 },
  async ({ version, method, path }) => {
    const operation = await openOperation(version, method, path);
    let tried = 0;
    for (const body of operation.valid(3 * DAMAGED).filter((_, index) => index % 3 === 2)) {
      for (const { what, fields, body: damaged } of operation.faults(operation.withItems(body))) {
        const answer = await operation.send(damaged);
        const context = `${what}: ${JSON.stringify({ damaged, answer: answer.body }).slice(0, 3_000)}`;
        expect(answer.status, context).toBe(400);
        const named: string[] = answer.body.errors.map(({ field }: Json) => field);
        expect(
          named.some((field) => fields.includes(field)),
          context,
        ).toBe(true);
        tried += 1;
      }
    }
    expect(tried).toBeGreaterThan(50 * DAMAGED);
  },
);
