// The requests of the examples on all pages of the newest version, with the responses of a service on new demo data.
import { keyOf, type RecordedExchange } from '../../../src/openapi/examples.ts';
import type { Versions } from '../../../src/operation/versions.ts';
import { htmlText } from '../../../src/sites/docs/layout.ts';
import { pagesOf } from '../../sites/docs/docs-of.ts';
import { createDemoApp } from '../../support/demo-app.ts';

/** The time at which the demo data of the examples was written: rentals are around it. */
export const EXAMPLES_WRITTEN_AT = new Date('2026-07-10T08:30:00.000Z');

/** The clock of the database says when a row was written. */
const RECENT_MILLISECONDS = 600_000;

type Sent = RecordedExchange['request'];

export async function exchangesOf(versions: Versions): Promise<readonly RecordedExchange[]> {
  const requests = new Map<string, Sent>();
  for (const { text } of (await pagesOf(versions)).values()) {
    for (const [, run = ''] of text.matchAll(/ data-run="([^"]*)"/g)) {
      const request: Sent = JSON.parse(htmlText(run));
      const { 'service-version': version = versions.newest(), ...headers } = request.headers ?? {};
      if (version === versions.newest()) requests.set(keyOf(request), { ...request, headers });
    }
  }
  const reading = await serve(versions);
  const exchanges: RecordedExchange[] = [];
  for (const [, request] of [...requests].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const isRead = request.method === 'GET' || request.query?.startsWith('query');
    // Each write is the first one of a new deployment.
    const { send, close } = isRead ? reading : await serve(versions);
    exchanges.push({ request, response: await send(request) });
    if (!isRead) await close();
  }
  await reading.close();
  return exchanges;
}

/** A service with new demo data and a token of its newest version. */
async function serve(versions: Versions) {
  const { app, token, close } = await createDemoApp(EXAMPLES_WRITTEN_AT, { versions });
  async function send({ method, path, headers, query, body }: Sent) {
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
