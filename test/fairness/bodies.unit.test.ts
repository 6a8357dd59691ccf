// Slowly sent bodies share limited room, which the slowest lose to others; small ones need none.
import { setImmediate as turnOfEventLoop } from 'node:timers/promises';
import { Request } from '@whatwg-node/fetch';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { BodyReading, type BodyRoom, createBodyRoom } from '../../src/fairness/bodies.ts';
import { UPLOAD_MILLISECONDS } from '../../src/request-scope.ts';

const MEGABYTE = 1024 * 1024;
const SMALL = 16 * 1024;
const PER_USER = 16;
const IN_ALL = 64;

/** Longer than any test takes. */
const PATIENT = 600_000;

let room: BodyRoom;
beforeEach(() => {
  room = createBodyRoom(PATIENT);
});

/** A body whose client has sent this many bytes, and sends the rest on demand. */
function slowBody(userId: number, bytes: number) {
  const rest = Promise.withResolvers<void>();
  async function* chunks() {
    yield new Uint8Array(bytes);
    await rest.promise;
  }
  const request = new Request('http://localhost/', {
    method: 'POST',
    body: chunks() as never,
  });
  const reading = new BodyReading(room, userId);
  const slow = {
    result: 'under way' as string | number,
    end: () => reading.end(),
    finish: rest.resolve,
  };
  void reading.read(request, MEGABYTE).then((body) => {
    slow.result = typeof body === 'string' ? body : body.byteLength;
    if (body === 'noRoom') reading.end();
  });
  return slow;
}

const many = (count: number, make: (index: number) => ReturnType<typeof slowBody>) =>
  Array.from({ length: count }, (_, index) => make(index));
const resultsOf = (bodies: readonly { result: string | number }[]) =>
  bodies.map(({ result }) => result);

test('reads bodies of 16 KiB however many are in progress', async () => {
  const slow = many(10 * IN_ALL, () => slowBody(1, SMALL));
  slow.at(-1)?.finish();
  await expect.poll(() => slow.at(-1)?.result).toBe(SMALL);
});

test("a body beyond its user's limit stops the oldest one that is still arriving", async () => {
  const whole = slowBody(1, SMALL + 1);
  whole.finish();
  const slow = many(PER_USER - 1, () => slowBody(1, SMALL + 1));
  await expect.poll(() => whole.result).toBe(SMALL + 1);
  const patience = [1];
  Object.defineProperty(room, 'patience', { get: () => patience.shift() ?? PATIENT });
  const next = slowBody(1, SMALL + 1);
  next.finish();
  await expect.poll(() => next.result).toBe(SMALL + 1);
  expect(resultsOf(slow)).toEqual(['noRoom', ...Array(PER_USER - 2).fill('under way')]);
});

test("a body beyond its user's limit stops one of that user, although another's is older", async () => {
  const older = slowBody(2, SMALL + 1);
  const own = many(PER_USER, () => slowBody(1, SMALL + 1));
  await expect.poll(() => room.readings.size).toBe(PER_USER + 1);
  const patience = [1];
  Object.defineProperty(room, 'patience', { get: () => patience.shift() ?? PATIENT });
  const next = slowBody(1, SMALL + 1);
  next.finish();
  await expect.poll(() => next.result).toBe(SMALL + 1);
  expect([older.result, own[0]?.result]).toEqual(['under way', 'noRoom']);
});

test('a body that was too slow while it waited for room stops no other', async () => {
  const slow = many(IN_ALL, (index) => slowBody(index % 4, SMALL + 1));
  await expect.poll(() => room.readings.size).toBe(IN_ALL);
  const patience = new AbortController();
  const wait = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(patience.signal);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });
  const late = slowBody(4, SMALL + 1);
  await expect.poll(() => wait.mock.calls.length).toBe(1);
  vi.advanceTimersByTime(UPLOAD_MILLISECONDS);
  await expect.poll(() => late.result).toBe('tooSlow');
  late.end();
  patience.abort();
  await turnOfEventLoop();
  expect(new Set(resultsOf(slow))).toEqual(new Set(['under way']));
});

test('reads at most 8 MiB of what follows a rejected body', async () => {
  const stopped = Promise.withResolvers<number>();
  async function* endless() {
    let bytes = 0;
    try {
      for (;;) {
        bytes += MEGABYTE;
        yield new Uint8Array(MEGABYTE);
      }
    } finally {
      stopped.resolve(bytes);
    }
  }
  const request = new Request('http://localhost/', {
    method: 'POST',
    body: endless() as never,
  });
  expect(await new BodyReading(room, 1).read(request, MEGABYTE)).toBe('tooLarge');
  expect(await stopped.promise).toBeLessThanOrEqual(12 * MEGABYTE);
});

test("one user's slow bodies leave room for other users'", async () => {
  many(10 * PER_USER, () => slowBody(1, SMALL + 1));
  const other = slowBody(2, MEGABYTE);
  other.finish();
  await expect.poll(() => other.result).toBe(MEGABYTE);
});

test('a complete body keeps its room until its work begins', async () => {
  const whole = many(PER_USER, () => slowBody(1, SMALL + 1));
  for (const { finish } of whole) finish();
  await expect.poll(() => resultsOf(whole)).toEqual(Array(PER_USER).fill(SMALL + 1));
  const next = slowBody(1, SMALL + 1);
  next.finish();
  await turnOfEventLoop();
  expect(next.result).toBe('under way');
  whole[0]?.end();
  await expect.poll(() => next.result).toBe(SMALL + 1);
});

test('rejects bodies that found no room one per turn of the event loop', async () => {
  room = createBodyRoom(1);
  const whole = many(PER_USER, () => slowBody(1, SMALL + 1));
  for (const { finish } of whole) finish();
  await expect.poll(() => resultsOf(whole)).toEqual(Array(PER_USER).fill(SMALL + 1));
  const refused = many(2 * PER_USER, () => slowBody(1, SMALL + 1));
  const count = () => refused.filter(({ result }) => result === 'noRoom').length;
  const counts = [0];
  while (count() < refused.length) {
    counts.push(count());
    await turnOfEventLoop();
  }
  expect(Math.max(...counts.map((now, index) => now - (counts[index - 1] ?? 0)))).toBe(1);
});

test('reads one chunk of a dropped body per turn of the event loop', async () => {
  let turns = 0;
  let isOver = false;
  function count(): void {
    turns++;
    if (!isOver) setImmediate(count);
  }
  count();
  const readIn: number[] = [];
  async function* tooLarge() {
    yield new Uint8Array(SMALL);
    yield new Uint8Array(SMALL);
    for (let chunk = 0; chunk < 4; chunk++) {
      readIn.push(turns);
      yield new Uint8Array(SMALL);
    }
  }
  const requests = Array.from({ length: 8 }, (_, userId) => {
    // The stream of a real request reads a chunk ahead.
    const request = { headers: new Headers(), body: tooLarge() } as unknown as Request;
    return new BodyReading(room, userId).read(request, SMALL);
  });
  expect(await Promise.all(requests)).toEqual(requests.map(() => 'tooLarge'));
  await expect.poll(() => readIn.length).toBe(4 * requests.length);
  isOver = true;
  expect(new Set(readIn).size).toBe(readIn.length);
});
