// Stopping drops no request: each one that was sent gets a response, the last one with `Connection: close`.
import { afterEach, expect, test } from 'vitest';
import { type Listening, listen } from '../../src/http/listen.ts';
import { EVENTUALLY } from '../support/eventually.ts';
import { type RawConnection, rawConnect } from './raw-client.ts';
import { headerOf, headOf } from './served-app.ts';

const GET = `${headOf('GET', '/')}\r\n`;
const GET_SLOW = `${headOf('GET', '/slow')}\r\n`;

let listening: Listening;
let stopping: Promise<void> | undefined;
let answered = 0;
/** Resolves when a slow request has arrived; `release` completes them. */
let slow: {
  readonly begun: PromiseWithResolvers<void>;
  readonly release: PromiseWithResolvers<void>;
};

async function serve(bounds: object = {}): Promise<void> {
  answered = 0;
  const [begun, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  slow = { begun, release };
  const fetch = async (request: Request) => {
    if (request.url.endsWith('/slow')) {
      begun.resolve();
      await release.promise;
    }
    answered++;
    return Response.json({});
  };
  const headers = () => ({ 'X-API-Version': '2025-08-16' });
  listening = await listen({ fetch }, { host: '127.0.0.1', port: 0, headers, bounds });
  stopping = undefined;
}
const stop = () => (stopping ??= listening.stop());
const client = () => rawConnect(listening.port);
afterEach(() => stop());

async function expectLast(connection: RawConnection): Promise<void> {
  const answer = await connection.answer();
  expect(answer.status).toBe(200);
  expect(headerOf(answer, 'connection')).toBe('close');
  expect(await connection.closed()).toBe(0);
}

test('answers a request that arrives on a kept connection during the stop', async () => {
  await serve();
  const connection = await client();
  connection.send(GET);
  await connection.answer();
  const stopped = stop();
  connection.send(GET);
  await expectLast(connection);
  await stopped;
  expect(answered).toBe(2);
});

test('answers connections that the process has not accepted when the stop begins', async () => {
  await serve();
  const connection = await client();
  connection.send(GET);
  // The stop begins in the phase of the event loop that reads from the network.
  await connection.answer();
  const statuses = Array.from({ length: 5 }, async () => {
    const waiting = await client();
    waiting.send(GET);
    return (await waiting.answer()).status;
  });
  const stopped = stop();
  expect(await Promise.all(statuses)).toEqual(Array(5).fill(200));
  connection.close();
  await stopped;
});

test('stops at once without connections, and waits a limited time for idle ones', async () => {
  await serve({ lastRequestWithin: 10 * EVENTUALLY });
  await stop();
  await serve();
  const connections = await Promise.all([client(), client(), client()]);
  connections[0]?.send(GET);
  await connections[0]?.answer();
  await stop();
});

test('an endless request delays the stop for a limited time', async () => {
  await serve({ stopWithin: 300, lastRequestWithin: 10 });
  const connection = await client();
  connection.send(GET_SLOW);
  await slow.begun.promise;
  await stop();
  await expect(connection.answer()).rejects.toThrow('the connection ended');
});
