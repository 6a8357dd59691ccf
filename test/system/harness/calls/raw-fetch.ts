// A fetch over node:http that keeps a response's content encoding and a request's target unchanged.
import http from 'node:http';
import https from 'node:https';
import { buffer } from 'node:stream/consumers';
import { urlToHttpOptions } from 'node:url';

/** Statuses whose responses have no body. */
const NO_BODY = [204, 304];

/** A new connection for each request, because a server may close a kept one before the next request arrives. */
const NEW_CONNECTION = { 'http:': new http.Agent(), 'https:': new https.Agent() };

/** Without a connection it rejects as fetch does: with a TypeError that has a cause. */
export const rawFetch = (url: string, init: RequestInit): Promise<Response> =>
  sendBy(NEW_CONNECTION[url.startsWith('https:') ? 'https:' : 'http:'], url, init);

/** Sends a request once, over a connection of the agent. */
export function sendBy(
  agent: http.Agent,
  url: string,
  { method = 'GET', headers, body, signal }: RequestInit,
): Promise<Response> {
  const { origin, protocol } = new URL(url);
  const bytes =
    body === undefined || body === null
      ? undefined
      : Buffer.from(body as string | Uint8Array);
  const options = {
    ...urlToHttpOptions(new URL(origin)),
    path: url.slice(origin.length) || '/',
    method,
    // node:http sends the body of a DELETE without its length, so a server would read it as the next request.
    headers: {
      ...(headers as Record<string, string>),
      ...(bytes && { 'Content-Length': bytes.byteLength }),
    },
    signal: signal ?? undefined,
    agent,
  };
  return new Promise((resolve, reject) => {
    const fail = (cause: Error) =>
      reject(signal?.aborted ? cause : new TypeError('fetch failed', { cause }));
    const sent = (protocol === 'https:' ? https : http).request(options, (answer) =>
      buffer(answer).then((content) => resolve(responseOf(answer, content)), fail),
    );
    sent.on('error', fail);
    sent.end(bytes);
  });
}

function responseOf(
  { statusCode = 0, headersDistinct }: http.IncomingMessage,
  body: Buffer,
): Response {
  const headers = Object.entries(headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
  return new Response(NO_BODY.includes(statusCode) ? null : new Uint8Array(body), {
    status: statusCode,
    headers,
  });
}
