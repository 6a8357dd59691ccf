// Sends a fuzzed request over HTTP as it is; what makes an answer a wrong one.
import { type Agent, request as httpRequest } from 'node:http';
import { EVENTUALLY } from '../../support/eventually.ts';
import { NEWEST_VERSION } from '../../support/newest-version.ts';
import type { FuzzRequest } from './requests.ts';

export interface FuzzAnswer {
  readonly status: number;
  readonly version: string | undefined;
  readonly type: string;
  readonly body: string;
}

export function send(port: number, agent: Agent, { method, target, headers, body }: FuzzRequest): Promise<FuzzAnswer> {
  return new Promise((resolve, reject) => {
    const bytes = Buffer.from(body);
    const withBody = method !== 'GET' && method !== 'HEAD';
    const sent = httpRequest({
      host: '127.0.0.1',
      port,
      agent,
      method,
      path: target,
      timeout: EVENTUALLY,
      headers: { ...Object.fromEntries(headers), ...(withBody && { 'Content-Length': bytes.length }) },
    });
    sent.on('error', reject);
    sent.on('timeout', () => sent.destroy(new Error(`no answer within ${EVENTUALLY} ms`)));
    sent.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          version: response.headers['x-api-version'] as string | undefined,
          type: response.headers['content-type'] ?? '',
          body: Buffer.concat(chunks).toString(),
        }),
      );
    });
    sent.end(withBody ? bytes : undefined);
  });
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
