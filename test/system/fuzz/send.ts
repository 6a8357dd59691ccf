// Sends a fuzzed request over HTTP as it is; what makes an answer a wrong one.
import { once } from 'node:events';
import { type Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { EVENTUALLY } from '../../support/eventually.ts';
import { NEWEST_VERSION } from '../../support/newest-version.ts';
import type { FuzzRequest } from './requests.ts';

export interface FuzzAnswer {
  readonly status: number;
  readonly version: string | undefined;
  readonly type: string;
  readonly body: string;
}

export async function send(
  port: number,
  agent: Agent,
  { method, target: path, headers, body }: FuzzRequest,
): Promise<FuzzAnswer> {
  const bytes = method === 'GET' || method === 'HEAD' ? undefined : Buffer.from(body);
  const sent = request({
    ...{ host: '127.0.0.1', port, agent, method, path },
    headers: { ...Object.fromEntries(headers), ...(bytes && { 'Content-Length': bytes.length }) },
  });
  sent.setTimeout(EVENTUALLY, () => sent.destroy(new Error(`no answer within ${EVENTUALLY} ms`)));
  // An error before the response rejects below.
  sent.on('error', () => {});
  sent.end(bytes);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return {
    status: response.statusCode ?? 0,
    version: response.headers['x-api-version'] as string | undefined,
    type: response.headers['content-type'] ?? '',
    body: await text(response),
  };
}

/** The fault of an answer to any request; undefined for a right one. */
export function wrongWith({ status, version, type, body }: FuzzAnswer): string | undefined {
  if (!(status >= 200 && status < 500)) return `status ${status}: ${body.slice(0, 300)}`;
  if (version !== NEWEST_VERSION) return `X-API-Version ${version}`;
  if (/\bat \S+ \(|node_modules|prisma|SELECT |P20\d\d/i.test(body) && !type.startsWith('text/html')) {
    return `internals: ${body.slice(0, 300)}`;
  }
  if (body.includes('"code":"INTERNAL"')) return `a masked fault: ${body.slice(0, 300)}`;
  if (body === '' || type.startsWith('text/html')) return undefined;
  // What Yoga sends to those who ask for it.
  const streamed = /^(text\/event-stream|multipart\/mixed)/.test(type);
  if (!streamed && !type.includes('json')) return `content type ${type}`;
  try {
    if (!streamed) JSON.parse(body);
    return undefined;
  } catch {
    return `no JSON: ${body.slice(0, 300)}`;
  }
}
