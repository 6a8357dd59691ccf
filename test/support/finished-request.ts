// A finished request with a token, as the log, the metrics and the recorder of usage get it.
import { randomUUID } from 'node:crypto';
import { type FinishedRequest, finishedRequest } from '../../src/gate/finished-request.ts';

const version = '2025-08-16';

export function requestWith(tokenId: number, status = 200): FinishedRequest {
  const caller = {
    tokenId,
    userId: 1,
    permissions: [],
    pinnedVersion: version,
    expiresAt: null,
  };
  const request = new Request('http://localhost/');
  const seen = {
    requestId: randomUUID(),
    startedAt: 0,
    address: '192.0.2.1',
    url: new URL(request.url),
    isRead: true,
  };
  const response = new Response(null, { status });
  const done = { response, ran: [], api: 'REST', caller, version } as const;
  return finishedRequest(request, seen, done, { surface: 'rest', milliseconds: 1, response });
}
