// The examples of the newest version with the responses of a service on new demo data.
import type {
  ExampleRequest,
  RecordedExample,
  RecordedExchange,
} from '../../../src/openapi/recorded-examples.ts';
import type { Versions } from '../../../src/operation/versions.ts';
import { createDemoApp } from '../../support/demo-app.ts';
import { exampleRequests } from './example-requests.ts';

/** The time at which the demo data of the examples was written: rentals are around it. */
export const EXAMPLES_WRITTEN_AT = new Date('2026-07-10T08:30:00.000Z');

/** The clock of the database says when a row was written. */
const RECENT_MILLISECONDS = 600_000;

export async function recordExamples(
  versions: Versions,
): Promise<Readonly<Record<string, RecordedExample>>> {
  const reading = await serve(versions);
  /** Each write is the first one of a new deployment; a read may need one. */
  async function exchange(
    request: ExampleRequest | undefined,
    create: ExampleRequest | undefined,
  ): Promise<RecordedExchange | undefined> {
    if (!request) return undefined;
    const isRead = request.method === 'GET' || request.query?.startsWith('query');
    const { send, close } = isRead && !create ? reading : await serve(versions);
    if (create) await send(create);
    const response = await send(request);
    if (send !== reading.send) await close();
    return { request, response };
  }
  const examples: Record<string, RecordedExample> = {};
  for (const { id, after = '', rest, graphql } of exampleRequests(versions)) {
    if (examples[id]) throw new Error(`Two examples have the ID ${id}`);
    const create = examples[after];
    const onRest = await exchange(rest, create?.rest?.request);
    const onGraphql = await exchange(graphql, create?.graphql?.request);
    examples[id] = {
      ...(onRest && { rest: onRest }),
      ...(onGraphql && { graphql: onGraphql }),
    };
  }
  await reading.close();
  return examples;
}

/** A service with new demo data and a token of its newest version. */
async function serve(versions: Versions) {
  const { app, token, close } = await createDemoApp(EXAMPLES_WRITTEN_AT, { versions });
  async function send({ method, path, headers, query, body }: ExampleRequest) {
    const response = await app.fetch(
      new Request(`http://localhost${path}`, {
        method,
        headers: {
          Authorization: `Bearer ${token}`,
          'Content-Type': 'application/json',
          ...headers,
        },
        body: body ? JSON.stringify({ query, ...body }) : null,
      }),
    );
    const text = await response.text();
    return { status: response.status, ...(text && { body: JSON.parse(text, steady) }) };
  }
  return { send, close };
}

/** A value without what depends on the clock, and on the line breaks of a document. */
function steady(name: string, value: unknown): unknown {
  if (name === 'locations') return undefined;
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\dT.*Z$/.test(value)) return value;
  return Math.abs(Date.parse(value) - Date.now()) < RECENT_MILLISECONDS
    ? EXAMPLES_WRITTEN_AT.toISOString()
    : value;
}
