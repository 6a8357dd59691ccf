// Tools that fill in the first example of every parameter and body, as Swagger UI and Bruno do.
import { expect, test } from 'vitest';
import type { Json } from '../../support/openapi-contract.ts';
import { serveDemoApp } from './serve-app.ts';

test('a tool that sends the first example of each parameter and body does each operation, again and again (D53)', async () => {
  const { origin, token } = await serveDemoApp();
  const document: Json = await (await fetch(`${origin}/openapi.json`)).json();
  const resolved = ({ $ref, ...own }: Json): Json =>
    $ref
      ? $ref
          .slice(2)
          .split('/')
          .reduce((at: Json, key: string) => at[key], document)
      : own;
  const firstExample = ({ example, examples = {}, schema = {} }: Json) =>
    example ?? Object.values<Json>(examples)[0]?.value ?? schema.example;

  async function send(path: string, method: string, { parameters, requestBody }: Json) {
    const given = parameters
      .map(resolved)
      .map((one: Json) => ({ ...one, value: firstExample(one) }))
      .filter(({ value }: Json) => value !== undefined);
    const headers = given.filter((one: Json) => one.in === 'header');
    const id = given.find((one: Json) => one.in === 'path')?.value;
    const body = requestBody && firstExample(requestBody.content['application/json']);
    const response = await fetch(document.servers[0].url + path.replace('{id}', id), {
      method: method.toUpperCase(),
      headers: {
        ...Object.fromEntries(headers.map(({ name, value }: Json) => [name, value])),
        Authorization: `Bearer ${token}`,
        'Content-Type': 'application/json',
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const answer = (await response.json()) as Json;
    return { status: response.status, id: answer.id };
  }

  const created: number[] = [];
  for (const _ of ['once', 'again']) {
    for (const [path, methods] of Object.entries<Json>(document.paths)) {
      for (const [method, operation] of Object.entries<Json>(methods)) {
        const { status, id } = await send(path, method, operation);
        expect([operation.operationId, status]).toEqual([
          operation.operationId,
          method === 'post' ? 201 : 200,
        ]);
        if (method === 'post') created.push(id);
      }
    }
  }
  expect(new Set(created).size, 'each create is a new one').toBe(created.length);
});
