// Sends one request over kept connections, to be aborted after a while.
import { Agent, request } from 'node:http';
import type { Received } from './judge.ts';

const GIVE_UP_MILLISECONDS = 30_000;
/** After which an idle connection is closed: before the service does, or a request could meet that end. */
const IDLE_MILLISECONDS = 2_000;

export interface Call {
  readonly origin: string;
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: object;
  readonly abortAfterMilliseconds?: number;
}

export type Exchanged = Received | 'cut' | 'aborted';

export function createExchange() {
  const agent = new Agent({ keepAlive: true, timeout: IDLE_MILLISECONDS });
  const exchange = ({ origin, method, path, headers, body, abortAfterMilliseconds }: Call) =>
    new Promise<Exchanged>((resolve) => {
      let isAborted = false;
      const onError = () => resolve(isAborted ? 'aborted' : 'cut');
      const signal = AbortSignal.timeout(GIVE_UP_MILLISECONDS);
      const all = { 'Content-Type': 'application/json', ...headers };
      const sent = request(origin + path, { agent, method, headers: all, signal }, (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk) => (text += chunk));
        response.on('error', onError);
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers as Received['headers'], text }),
        );
      });
      sent.on('error', onError);
      sent.end(body && JSON.stringify(body));
      if (abortAfterMilliseconds === undefined) return;
      setTimeout(() => {
        isAborted = true;
        sent.destroy();
      }, abortAfterMilliseconds);
    });
  return { exchange, close: () => agent.destroy() };
}
