// A fetch over node:http that leaves the content coding of an answer as it is: the global fetch decodes it.
import http from 'node:http';
import https from 'node:https';
import { buffer } from 'node:stream/consumers';

/** Statuses whose answers have no body. */
const NO_BODY = [204, 304];

/** Rejects as fetch does where there is no connection: with a TypeError that has a cause. */
export function rawFetch(url: string, { method, headers, body, signal }: RequestInit): Promise<Response> {
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  const fail = (cause: Error) => reject(signal?.aborted ? cause : new TypeError('fetch failed', { cause }));
  const { request } = url.startsWith('https:') ? https : http;
  const bytes = body === undefined || body === null ? undefined : Buffer.from(body as string | Uint8Array);
  const options = {
    method: method ?? 'GET',
    // node:http sends the body of a DELETE without its length, so that a server reads it as the next request.
    headers: { ...(headers as Record<string, string>), ...(bytes && { 'Content-Length': bytes.byteLength }) },
    signal: signal ?? undefined,
  };
  const sent = request(url, options, (answer) => {
    buffer(answer).then((body) => resolve(responseOf(answer, body)), fail);
  });
  sent.on('error', fail).end(bytes);
  return promise;
}

function responseOf({ statusCode = 0, headersDistinct }: http.IncomingMessage, body: Buffer): Response {
  const headers = Object.entries(headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
  return new Response(NO_BODY.includes(statusCode) ? null : new Uint8Array(body), { status: statusCode, headers });
}
