// An HTTP proxy in front of the service that loses responses, as a network does, after the service has done the work.
import { once } from 'node:events';
import { request as forward, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { startLoopbackServer } from '../../support/loopback-server.ts';

/** What happens to a response instead of passing it on. */
const FAULTS = {
  dropped: (response: ServerResponse) => response.destroy(),
  torn: (response: ServerResponse) =>
    response
      .writeHead(201, { 'Content-Length': 99 })
      .write('{"succ', () => response.destroy()),
  late: () => {},
  badGateway: (response: ServerResponse) =>
    response.writeHead(502, { 'Content-Type': 'text/html' }).end('<h1>Bad gateway'),
  unavailable: (response: ServerResponse) =>
    response.writeHead(503, { 'Retry-After': '1' }).end('{"error":"Away"}'),
} as const;

interface Passed {
  readonly operation: string;
  readonly key: string | undefined;
  readonly status: number;
  /** When it came, in milliseconds. */
  readonly at: number;
}

/**
 * `target` is the service's origin. `faults` are keyed by the number of the successful write, from 1 on; a function
 * runs before its response is passed on.
 */
export async function startLosingProxy(
  target: () => string,
  faults: Readonly<Record<number, keyof typeof FAULTS | (() => unknown)>> = {},
) {
  let drops = 0;
  let writes = 0;
  const passed: Passed[] = [];
  async function faultOf(status: number): Promise<keyof typeof FAULTS | undefined> {
    if (drops > 0) {
      drops -= 1;
      return 'dropped';
    }
    const fault = status < 300 ? faults[++writes] : undefined;
    if (typeof fault !== 'function') return fault;
    await fault();
    return undefined;
  }
  const { origin, close } = await startLoopbackServer(async (incoming, outgoing) => {
    const { method = '', headers, url } = incoming;
    const body = await text(incoming);
    const at = Date.now();
    const request = forward(new URL(url ?? '/', target()), { method, headers });
    request.end(body);
    const [answer] = await once(request, 'response');
    const isPassed = ['POST', 'PUT'].includes(method);
    if (isPassed) {
      const { operationName: operation } = JSON.parse(body);
      passed.push({
        operation,
        key: headers['idempotency-key'] as string,
        status: answer.statusCode,
        at,
      });
    }
    const fault = isPassed ? await faultOf(answer.statusCode) : undefined;
    if (fault) answer.resume();
    else return answer.pipe(outgoing.writeHead(answer.statusCode, answer.headers));
    FAULTS[fault](outgoing);
  });
  return {
    origin,
    /** Loses the responses to this many of the next requests with a body. */
    drop(answers: number) {
      drops = answers;
    },
    /** The requests with a body since the last call. */
    passed: () => passed.splice(0),
    close,
  };
}
