// Checking image URLs is safe: only public addresses, against malicious servers, and within limits (D29).
import type { RequestListener, ServerResponse } from 'node:http';
import { createServer as createRawServer, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { networkImageProbe } from '../../src/products/image-probe.ts';
import { DeadlineError, withDeadline } from '../../src/request-scope.ts';
import { EVENTUALLY } from '../support/eventually.ts';
import {
  LOOPBACK,
  loopbackProbe,
  ok,
  PRIVATE,
  PUBLIC,
  probe,
  redirect,
  serve,
  start,
  USER,
} from './image-servers.ts';

const SHORT_MS = 120;

describe('D29 enforce: public addresses only', () => {
  const LITERALS =
    '127.0.0.1 127.1 127.0.0.1. 2130706433 0x7f000001 0x7f.1 0177.0.0.1 %31%32%37.0.0.1 ' +
    '0 [::1] [::] [::ffff:127.0.0.1] [0:0:0:0:0:ffff:7f00:0001]';
  it.each(LITERALS.split(' '))(
    'checks the literal %s like a name and never connects to it',
    async (host) => {
      const { port, connections } = await serve(ok);
      const resolve = vi.fn(async () => []);
      const [reachable] = await networkImageProbe({ resolve }).reachable(
        [`http://${host}:${port}/`],
        USER,
      );
      expect(reachable).toBe(false);
      expect(resolve).not.toHaveBeenCalled();
      expect(connections()).toBe(0);
    },
  );

  it.each(['localhost', 'app.localhost', 'inner.example'])(
    'never connects to %s, a name for a loopback address',
    async (host) => {
      const { port, connections } = await serve(ok);
      const strict = networkImageProbe({ resolve: async () => ['127.0.0.1', '::1'] });
      expect(await strict.reachable([`http://${host}:${port}/`], USER)).toEqual([false]);
      expect(connections()).toBe(0);
    },
  );

  it('connects only to the public addresses of a name that has both kinds', async () => {
    const outer = await serve(ok);
    const inner = await serve(ok, PRIVATE, outer.port);
    expect(await probe(outer.url('/'), { resolve: async () => [PRIVATE, PUBLIC] })).toBe(
      true,
    );
    expect(inner.connections()).toBe(0);
    expect(outer.connections()).toBe(1);
  });

  it('tries at most four public addresses of a name', async () => {
    const { url } = await serve(ok);
    const resolve = async () => [PRIVATE, PRIVATE, PRIVATE, PRIVATE, PUBLIC];
    expect(await probe(url('/'), { resolve, isAllowed: () => true })).toBe(false);
    expect(await probe(url('/'), { resolve })).toBe(true);
  });

  it.each<[string, RequestListener, boolean, number]>([
    ['has another address at a second look-up is reached at the checked one', ok, true, 1],
    [
      'becomes internal between two hops is rejected at the second',
      redirect(() => '/inner'),
      false,
      2,
    ],
  ])('a name that %s', async (_what, listener, expected, lookUps) => {
    const outer = await serve(listener);
    const inner = await serve(ok, PRIVATE, outer.port);
    const resolve = vi.fn(async () => [PRIVATE]).mockResolvedValueOnce([PUBLIC]);
    expect(await probe(outer.url('/'), { resolve })).toBe(expected);
    expect(resolve).toHaveBeenCalledTimes(lookUps);
    expect(inner.connections()).toBe(0);
  });
});

describe('D29 enforce: cuts off malicious servers in time and leaves no socket open', () => {
  const HEAD = 'HTTP/1.1 200 OK\r\n';

  it.each<[string, (socket: Socket) => void, boolean]>([
    ['never responds', () => {}, false],
    ['closes at once', (socket) => socket.end(), false],
    ['resets', (socket) => socket.resetAndDestroy(), false],
    ['talks nonsense', (socket) => socket.write('220 mail.example ESMTP\r\n'), false],
    ['stops within the headers', (socket) => socket.end(`${HEAD}Content-`), false],
    [
      'drips headers forever',
      (socket) => every(socket, 5, () => 'X-Drip: 1\r\n', HEAD),
      false,
    ],
    [
      'sends headers without end',
      (socket) => every(socket, 0, () => `X-A: ${'a'.repeat(4_000)}\r\n`, HEAD),
      false,
    ],
    [
      'sends interim responses forever',
      (socket) => every(socket, 5, () => 'HTTP/1.1 103 Hint\r\n\r\n'),
      false,
    ],
    [
      'switches protocols',
      (socket) =>
        socket.write('HTTP/1.1 101 Hi\r\nConnection: upgrade\r\nUpgrade: a\r\n\r\n'),
      false,
    ],
    [
      'announces a body that never comes',
      (socket) => socket.write(`${HEAD}Content-Length: 9\r\n\r\n`),
      true,
    ],
    ['drips its body', (socket) => every(socket, 5, () => 'a', `${HEAD}\r\n`), true],
  ])('one that %s', async (_what, behave, expected) => {
    const { url, open } = await serveRaw(behave);
    const started = performance.now();
    expect(await probe(url, { timeoutMs: SHORT_MS })).toBe(expected);
    expect(performance.now() - started).toBeLessThan(EVENTUALLY);
    await expect.poll(open).toBe(0);
  });

  it("doesn't read an endless body", async () => {
    let sent = 0;
    const { url, open } = await serveRaw((socket) => {
      socket.write(`${HEAD}Content-Encoding: gzip\r\n\r\n`);
      const flood = () => {
        while (socket.writable && socket.write(Buffer.alloc(16_384))) sent += 16_384;
      };
      socket.on('drain', flood);
      flood();
    });
    expect(await probe(url)).toBe(true);
    await expect.poll(open).toBe(0);
    // The kernel may buffer some bytes; the probe itself reads at most one chunk.
    expect(sent).toBeLessThan(16 * 1024 * 1024);
  });

  it('takes at most 2 s in total, including slow redirects', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const { url, requests } = await serve((request, response) => {
      if (request.url === '/') redirect(() => '/hang')(request, response);
    });
    const settled = vi.fn();
    const { timeoutMs: _, ...options } = LOOPBACK;
    const answer = networkImageProbe(options)
      .reachable([url('/')], USER)
      .then(settled);
    while (requests.length < 2) await setImmediate();
    await vi.advanceTimersByTimeAsync(1_999);
    expect(settled).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await answer;
    expect(settled).toHaveBeenCalledWith([false]);
  });
});

describe('D29 enforce: limits probes in flight', () => {
  it.each([
    ['10 of one user', 1, 25, 10],
    ['100 of all users', 12, 10, 100],
  ])('at most %s', async (_what, users, urlsEach, bound) => {
    let held: ServerResponse[] = [];
    let [most, seen] = [0, 0];
    const answerAll = () => {
      most = Math.max(most, held.length);
      for (const response of held) response.end();
      held = [];
    };
    // Requests are held until the limit is reached and a little longer, so that one more would show up.
    const { url } = await serve((_request, response) => {
      const count = held.push(response);
      if (++seen === users * urlsEach || count === bound) setTimeout(answerAll, 40);
    });
    const tested = loopbackProbe();
    const urls = Array<string>(urlsEach).fill(url('/'));
    const answers = await Promise.all(
      Array.from({ length: users }, (_, user) => tested.reachable(urls, user)),
    );
    expect(answers.flat()).toEqual(Array(users * urlsEach).fill(true));
    expect(most).toBe(bound);
  });

  it('a request with less time left than a probe may take is not begun', async () => {
    const { url, requests } = await serve(ok);
    const begun = withDeadline(EVENTUALLY / 2, () =>
      loopbackProbe().reachable([url('/')], USER),
    );
    await expect(begun).rejects.toThrow(DeadlineError);
    expect(requests).toEqual([]);
  });

  it('waiting probes get no extra time, and every slot is released', async () => {
    const { url } = await serve(
      (request, response) => void (request.url === '/ok' && response.end()),
    );
    const tested = loopbackProbe({
      inFlight: { perUser: 1, inAll: 1 },
      timeoutMs: SHORT_MS,
    });
    const started = performance.now();
    const answers = [
      tested.reachable([url('/hang'), url('/ok')], 1),
      tested.reachable([url('/ok')], 2),
    ];
    // The time of the other user began a little later, so some of it may be left.
    expect(await Promise.all(answers)).toEqual([[false, false], [expect.any(Boolean)]]);
    expect(performance.now() - started).toBeLessThan(EVENTUALLY);
    expect(await tested.reachable([url('/ok')], 1)).toEqual([true]);
  });
});

async function serveRaw(behave: (socket: Socket) => void) {
  const { port, open } = await start(
    createRawServer((socket) => {
      socket.on('error', () => {});
      socket.resume();
      behave(socket);
    }),
  );
  return { url: `http://images.example:${port}/`, open };
}

/** Writes `first`, then `text()` every `ms` until the client disconnects. */
function every(socket: Socket, ms: number, text: () => string, first = ''): void {
  socket.write(first);
  const timer = setInterval(() => socket.writable && socket.write(text()), ms);
  socket.once('close', () => clearInterval(timer));
}
