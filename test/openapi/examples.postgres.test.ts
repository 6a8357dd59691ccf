// The examples of the OpenAPI document work as they stand for the demo owner; that they are answered as documented is tested where they are recorded.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createDemoApp, type DemoApp } from '../support/demo-app.ts';
import type { Json } from '../support/openapi-contract.ts';
import { EXAMPLES_WRITTEN_AT } from '../system/contract/recorded-examples.ts';

let app: DemoApp;
let document: Json;
beforeEach(async () => {
  app = await createDemoApp(EXAMPLES_WRITTEN_AT);
  document = (await app.call('/openapi.json', {}, { token: null })).body;
});
afterEach(() => app.close());

const resolve = (node: Json): Json =>
  node.$ref
    ? node.$ref
        .slice(2)
        .split('/')
        .reduce((at: Json, key: string) => at[key], document)
    : node;

const examplesOf = ({ content }: Json): Json[] =>
  Object.values<Json>(content['application/json'].examples).map(({ value }) => value);

/** Every operation with its path and its parameters as the reference fills them in. */
const operations = () =>
  Object.entries<Json>(document.paths).flatMap(([template, methods]) =>
    Object.entries<Json>(methods).map(([method, operation]) => {
      const parameters: Json[] = operation.parameters.map(resolve);
      const example = ({ schema, example }: Json) => String(example ?? schema.example);
      const path = parameters
        .filter((one) => one.in === 'path')
        .reduce((filled: string, one) => filled.replace(`{${one.name}}`, example(one)), template);
      const header = (name: string) => {
        const parameter = parameters.find((one) => one.name === name);
        return parameter ? { [name]: example(parameter) } : {};
      };
      return { method: method.toUpperCase(), template, path, header, operation };
    }),
  );

const named = (operationId: string) => {
  const found = operations().find(({ operation }) => operation.operationId === operationId);
  if (!found) throw new Error(`No operation ${operationId}`);
  return found;
};

const send = (method: string, path: string, body?: Json, headers = {}) =>
  app.rest(method, path, body, { token: app.token, headers });

it('each request is done, in the order of the document and a second time', async () => {
  const sent: unknown[] = [];
  for (let round = 0; round < 2; round++) {
    for (const { method, path, header, operation } of operations()) {
      const bodies = operation.requestBody ? examplesOf(operation.requestBody) : [undefined];
      for (const body of bodies) {
        const { status, body: answer } = await send(method, path, body, header('service-version'));
        sent.push(operation.operationId);
        expect([operation.operationId, status, answer]).toEqual([
          operation.operationId,
          method === 'POST' ? 201 : 200,
          answer,
        ]);
      }
    }
  }
  expect(new Set(sent).size).toBe(5);
});

it('parameters that would change the outcome have no example, so that no reference fills them in', () => {
  const filled = Object.values<Json>(document.components.parameters).filter(
    ({ schema, example }) => example ?? schema.example,
  );
  expect(filled.map(({ name }) => name).toSorted()).toEqual(['id', 'service-version']);
});

it('the ETag is that of unchanged demo data: 304 of a read, 200 of an update (D41)', async () => {
  const etag = document.components.headers.ETag.schema.example;
  const read = named('readProduct');
  const update = named('updateProduct');
  const [change] = examplesOf(update.operation.requestBody);
  expect((await send('GET', read.path, undefined, { 'If-None-Match': etag })).status).toBe(304);
  const updated = await send('PUT', update.path, change, { 'If-Match': etag });
  expect([updated.status, updated.headers.get('etag')]).toEqual([
    200,
    document.components.headers.UpdatedETag.schema.example,
  ]);
});

it.each(['createProduct', 'createBundle'])('the Location is that of the first %s', async (operationId) => {
  const { method, path, operation } = named(operationId);
  const { headers } = await send(method, path, examplesOf(operation.requestBody)[0]);
  expect(headers.get('location')).toBe(resolve(operation.responses['201'].headers.Location).schema.example);
});
