// Many connections that arrive together are accepted before the work of their requests begins.
import { connect } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { type Listening, listen } from '../../src/http/listen.ts';
import { rawRequest } from './raw-client.ts';
import { headOf } from './served-app.ts';

const CLIENTS = 200;
const WORK_MILLISECONDS = 3;

let listening: Listening;
afterEach(() => listening.stop());

/** Keeps the processor busy. */
function work(): void {
  for (const end = performance.now() + WORK_MILLISECONDS; performance.now() < end; );
}

test('a client behind two hundred others is answered before most of their work is done', async () => {
  let done = 0;
  let last = Promise.resolve();
  const fetch = async (request: Request) => {
    if (!request.url.endsWith('/work')) return new Response(String(done));
    last = last.then(() => turn()).then(work);
    await last;
    done++;
    return new Response('done');
  };
  listening = await listen({ fetch }, { host: '127.0.0.1', port: 0, trustedProxyHops: 0, headers: () => ({}) });
  const clients = Array.from({ length: CLIENTS }, () => {
    const socket = connect({ port: listening.port, host: '127.0.0.1' }).resume();
    socket.write(`${headOf('GET', '/work')}\r\n`);
    return socket;
  });
  const { body } = await rawRequest(listening.port, `${headOf('GET', '/quick')}\r\n`);
  expect(Number(body)).toBeLessThan(CLIENTS / 2);
  for (const client of clients) client.destroy();
});
