// A fetch over node:http that leaves the content coding of an answer as it is, and blames no server for a connection that it closed.
import http from 'node:http';
import https from 'node:https';
import { buffer } from 'node:stream/consumers';
import { setImmediate as turn } from 'node:timers/promises';

/** Statuses whose answers have no body. */
const NO_BODY = [204, 304];

/** Codes of a connection that the other side has closed. */
const CLOSED = ['ECONNRESET', 'EPIPE'];

/** A new connection for each request; the agents of Node keep theirs. */
const NEW_CONNECTION = { http: new http.Agent(), https: new https.Agent() };

/** A kept connection ended before the answer began: the server may have closed it before the request came. */
class KeptConnectionError extends Error {
  override readonly name = 'KeptConnectionError';
}

/**
 * A request that may be repeated (RFC 9110, 9.2.2) uses a kept connection, and a new one where that has ended; any other request
 * has a new one. Rejects as fetch does where there is no connection: with a TypeError that has a cause.
 */
export async function rawFetch(url: string, init: RequestInit): Promise<Response> {
  const fresh = NEW_CONNECTION[url.startsWith('https:') ? 'https' : 'http'];
  if (!isRepeatable(init)) return sendBy(fresh, url, init);
  // After two turns of the event loop Node has seen what was closed while this process was busy.
  await turn();
  await turn();
  return sendBy(undefined, url, init).catch((error: unknown) => {
    if (error instanceof KeptConnectionError) return sendBy(fresh, url, init);
    throw error;
  });
}

/** A POST is repeatable if its body has a query of GraphQL. */
const isRepeatable = ({ method, body }: RequestInit): boolean =>
  method !== 'POST' || (typeof body === 'string' && /^\{"query":"(?:\\n|\s)*(?:query\b|\{)/.test(body));

/** Sends a request once, over a connection of the agent. */
export function sendBy(
  agent: http.Agent | undefined,
  url: string,
  { method, headers, body, signal }: RequestInit,
): Promise<Response> {
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  const fail = (cause: Error) => reject(signal?.aborted ? cause : new TypeError('fetch failed', { cause }));
  const { request } = url.startsWith('https:') ? https : http;
  const bytes = body === undefined || body === null ? undefined : Buffer.from(body as string | Uint8Array);
  const options = {
    method: method ?? 'GET',
    // node:http sends the body of a DELETE without its length, so that a server reads it as the next request.
    headers: { ...(headers as Record<string, string>), ...(bytes && { 'Content-Length': bytes.byteLength }) },
    signal: signal ?? undefined,
    agent,
  };
  let isAnswered = false;
  const sent = request(url, options, (answer) => {
    isAnswered = true;
    buffer(answer).then((body) => resolve(responseOf(answer, body)), fail);
  });
  sent.on('error', (cause: NodeJS.ErrnoException) => {
    const isClosed = sent.reusedSocket && !isAnswered && CLOSED.includes(cause.code ?? '');
    if (isClosed && !signal?.aborted) reject(new KeptConnectionError('', { cause }));
    else fail(cause);
  });
  sent.end(bytes);
  return promise;
}

function responseOf({ statusCode = 0, headersDistinct }: http.IncomingMessage, body: Buffer): Response {
  const headers = Object.entries(headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
  return new Response(NO_BODY.includes(statusCode) ? null : new Uint8Array(body), { status: statusCode, headers });
}
