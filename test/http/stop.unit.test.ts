// Stopping drops no request: each one that was sent gets a response, the last one with `Connection: close`.
import { expect, test } from 'vitest';
import { EVENTUALLY } from '../support/eventually.ts';
import type { RawConnection } from './raw-client.ts';
import { headerOf, headOf, serveFetch } from './served-app.ts';

const GET = `${headOf('GET', '/')}\r\n`;

/** `begun` resolves when a slow request has arrived, which never ends. */
async function serve(bounds: object = {}) {
  const begun = Promise.withResolvers<void>();
  const answered: string[] = [];
  const served = await serveFetch(
    async ({ url }) => {
      if (url.endsWith('/slow')) {
        begun.resolve();
        await new Promise(() => {});
      }
      answered.push(url);
      return Response.json({});
    },
    { bounds },
  );
  return { ...served, begun: begun.promise, answered };
}

async function expectLast(connection: RawConnection): Promise<void> {
  const answer = await connection.answer();
  expect(answer.status).toBe(200);
  expect(headerOf(answer, 'connection')).toBe('close');
  expect(await connection.closed()).toBe(0);
}

test('answers a request that arrives on a kept connection during the stop', async () => {
  const { connect, stop, answered } = await serve();
  const connection = await connect();
  connection.send(GET);
  await connection.answer();
  const stopped = stop();
  connection.send(GET);
  await expectLast(connection);
  await stopped;
  expect(answered).toHaveLength(2);
});

test('answers connections that the process has not accepted when the stop begins', async () => {
  const { connect, stop } = await serve();
  const connection = await connect();
  connection.send(GET);
  // The stop begins in the phase of the event loop that reads from the network.
  await connection.answer();
  const statuses = Array.from({ length: 5 }, async () => {
    const waiting = await connect();
    waiting.send(GET);
    return (await waiting.answer()).status;
  });
  const stopped = stop();
  expect(await Promise.all(statuses)).toEqual(Array(5).fill(200));
  connection.close();
  await stopped;
});

test('stops at once without connections, and waits a limited time for idle ones', async () => {
  await (await serve({ lastRequestWithin: 10 * EVENTUALLY })).stop();
  const { connect, stop } = await serve();
  const [connection] = await Promise.all([connect(), connect(), connect()]);
  connection.send(GET);
  await connection.answer();
  await stop();
});

test('an endless request delays the stop for a limited time', async () => {
  const { connect, stop, begun } = await serve({ stopWithin: 300, lastRequestWithin: 10 });
  const connection = await connect();
  connection.send(`${headOf('GET', '/slow')}\r\n`);
  await begun;
  await stop();
  await expect(connection.answer()).rejects.toThrow('the connection ended');
});
