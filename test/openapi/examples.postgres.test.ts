// The examples of the OpenAPI document work as they stand for the demo owner; that they are answered as documented is tested where they are recorded.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ROUTES } from '../../src/rest/routes.ts';
import { createDemoApp, type DemoApp } from '../support/demo-app.ts';
import { type Json, resolve } from '../support/openapi-contract.ts';
import { EXAMPLES_WRITTEN_AT } from '../system/contract/recorded-examples.ts';

let app: DemoApp;
let document: Json;
beforeEach(async () => {
  app = await createDemoApp(EXAMPLES_WRITTEN_AT);
  document = (await app.call('/openapi.json', {}, { token: null })).body;
});
afterEach(() => app.close());

const bodiesOf = ({ requestBody }: Json): Json[] =>
  Object.values<Json>(requestBody?.content['application/json'].examples ?? { none: {} }).map(({ value }) => value);

/** Every operation that is documented, with its path as the reference fills it in. */
const operations = () =>
  ROUTES.flatMap(({ method, path }) => {
    const operation = document.paths[path.replace(':id', '{id}')]?.[method.toLowerCase()];
    const { Id } = document.components.parameters;
    return operation ? [{ method, path: path.replace(':id', Id.example ?? Id.schema.example), operation }] : [];
  });

const send = (method: string, path: string, body?: Json, headers = {}) =>
  app.rest(method, path, body, { token: app.token, headers });

it('each request is done, in the order of the document and a second time', async () => {
  const example = document.components.parameters.ServiceVersion;
  const headers = { 'service-version': example.example ?? example.schema.example };
  for (const { method, path, operation } of [...operations(), ...operations()]) {
    for (const body of bodiesOf(operation)) {
      const { status, body: answer } = await send(method, path, body, headers);
      expect([operation.operationId, status, answer]).toEqual([
        operation.operationId,
        method === 'POST' ? 201 : 200,
        answer,
      ]);
    }
  }
  expect(operations()).toHaveLength(5);
});

it('parameters that would change the outcome have no example, so that no reference fills them in', () => {
  const filled = Object.values<Json>(document.components.parameters).filter(
    ({ schema, example }) => example ?? schema.example,
  );
  expect(filled.map(({ name }) => name).toSorted()).toEqual(['id', 'service-version']);
});

it('the ETag is that of unchanged demo data: 304 of a read, 200 of an update (D41)', async () => {
  const { ETag, UpdatedETag } = document.components.headers;
  const update = operations().find(({ method }) => method === 'PUT');
  if (!update) throw new Error('No update');
  const etag = ETag.schema.example;
  expect((await send('GET', update.path, undefined, { 'If-None-Match': etag })).status).toBe(304);
  const updated = await send('PUT', update.path, bodiesOf(update.operation)[0], { 'If-Match': etag });
  expect([updated.status, updated.headers.get('etag')]).toEqual([200, UpdatedETag.schema.example]);
});

it.each([1, 2])('the Location is that of the first create: POST %i', async (index) => {
  const { path, operation } = operations().filter(({ method }) => method === 'POST')[index - 1] as never as Json;
  const { headers } = await send('POST', path, bodiesOf(operation)[0]);
  const { node } = resolve(document, operation.responses['201'].headers.Location);
  expect(headers.get('location')).toBe(node.schema.example);
});
