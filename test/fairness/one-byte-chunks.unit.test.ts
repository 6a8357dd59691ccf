// What a body takes of memory depends on its length, not on the chunks in which it arrives.
import { once } from 'node:events';
import { Socket } from 'node:net';
import { setImmediate as turnOfEventLoop } from 'node:timers/promises';
import { Request } from '@whatwg-node/fetch';
import { expect, test } from 'vitest';
import { BodyReading, createBodyRoom } from '../../src/fairness/bodies.ts';
import { IncomingRequest } from '../../src/fairness/incoming-bytes.ts';
import { megabytesKept } from '../system/big-requests/cost.ts';

const MEGABYTE = 1024 * 1024;

/** Every so many chunks, as many as a client's packet has, the other streams have a turn. */
const EACH_TURN = 10_000;

/** A body of which this many chunks of one byte have arrived; the test ends it. */
function byteByByte(count: number) {
  const stream = new IncomingRequest(new Socket());
  const sent = (async () => {
    for (let at = 0; at < count; at++) {
      stream.push(Buffer.from(['a'.charCodeAt(0)]));
      if (stream.readableLength >= EACH_TURN) await turnOfEventLoop();
    }
  })();
  return { stream, sent };
}

test.each([
  [
    'one large body',
    1,
    900_000,
    (request: Request) => new BodyReading(createBodyRoom(), 1).read(request, MEGABYTE),
  ],
  ['fifty small bodies', 50, 16_000, (request: Request) => request.bytes()],
])(
  '%s in chunks of one byte takes twice its length at most',
  async (_, bodies, length, read) => {
    const before = await megabytesKept();
    const all = await Promise.all(
      Array.from({ length: bodies }, async () => {
        const { stream, sent } = byteByByte(length);
        const request = new Request('http://localhost/', {
          method: 'POST',
          body: stream as never,
        });
        const body = read(request);
        await sent;
        return { stream, body };
      }),
    );
    await turnOfEventLoop();
    const taken = (await megabytesKept()) - before;
    for (const { stream } of all) stream.push(null);
    for (const { stream, body } of all) {
      expect(await body).toHaveLength(length);
      if (!stream.readableEnded) await once(stream, 'end');
    }
    expect(taken).toBeLessThan((2 * bodies * length) / MEGABYTE + 1);
  },
);

test('bodies in chunks of one byte take as little while nobody reads them', async () => {
  const [count, length] = [50, 60_000];
  const before = await megabytesKept();
  const requests = Array.from({ length: count }, () => new IncomingRequest(new Socket()));
  for (const request of requests)
    for (let at = 0; at < length; at++) request.push(Buffer.from([at % 256]));
  expect((await megabytesKept()) - before).toBeLessThan((2 * count * length) / MEGABYTE + 1);
  const [request] = requests;
  request?.push(null);
  const bytes = (await request?.toArray())?.flatMap((chunk: Buffer) => [...chunk]);
  expect(bytes).toEqual(Array.from({ length }, (_, at) => at % 256));
});
