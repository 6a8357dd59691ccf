// Which image URLs count as reachable, and that checking them is safe (specification 2.1, Image item; D29).
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import {
  type AddressInfo,
  createServer as createRawServer,
  type Server,
  type Socket,
} from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { networkImageProbe, simulatedImageProbe } from '../../src/products/image-probe.ts';
import { DeadlineError, withDeadline } from '../../src/request-scope.ts';
import { EVENTUALLY } from '../support/eventually.ts';

type Options = Parameters<typeof networkImageProbe>[0];

const USER = 1;
const PUBLIC = '127.0.0.1';
/** Stands in for an internal address; every machine has it, and connecting to it is not allowed. */
const PRIVATE = process.platform === 'linux' ? '127.0.0.2' : '::1';
const SHORT_MS = 120;

const file = (name: string) =>
  readFileSync(new URL(`../support/certificates/${name}`, import.meta.url), 'utf8');

/** A certificate for 127.0.0.1 only. */
const SECURE = { cert: file('valid.pem'), key: file('server.key') };

describe('D29 enforce: what counts as reachable', () => {
  it.each([
    [200, true],
    [204, true],
    [206, true],
    [300, false],
    [304, false],
    [404, false],
    [500, false],
  ])('status %i: %s', async (status, expected) => {
    const { url } = await serve((_request, response) => response.writeHead(status).end());
    expect(await probe(url('/image.png'))).toBe(expected);
  });

  it('returns one boolean per URL, in order', async () => {
    const { url } = await serve((request, response) => {
      setTimeout(
        () => response.writeHead(request.url === '/no' ? 404 : 200).end(),
        request.url === '/slow' ? 50 : 0,
      );
    });
    const urls = [url('/slow'), url('/no'), 'nonsense', url('/yes')];
    expect(await loopbackProbe().reachable(urls, USER)).toEqual([true, false, false, true]);
    expect(await loopbackProbe().reachable([], USER)).toEqual([]);
  });

  it('a port that nobody listens on is unreachable', async () => {
    const { port, close } = await serve(ok);
    await close();
    expect(await probe(`http://images.example:${port}/`)).toBe(false);
  });

  it('a name without an address, or whose look-up fails, is unreachable', async () => {
    expect(await probe('http://images.example/', { resolve: async () => [] })).toBe(false);
    expect(
      await probe('http://images.example/', {
        resolve: () => Promise.reject(new Error('ENOTFOUND')),
      }),
    ).toBe(false);
  });

  it('sends a plain GET without Referer, cookies, credentials or compression, with the original host name', async () => {
    const { url, port, requests } = await serve((request, response) => {
      if (request.url === '/')
        response.writeHead(302, { Location: '/next', 'Set-Cookie': 'a=b; Path=/' });
      response.end();
    });
    expect(await probe(url('/'))).toBe(true);
    expect(requests.map(({ method }) => method)).toEqual(['GET', 'GET']);
    for (const { headers } of requests) {
      expect(headers).toEqual({
        'user-agent': 'rental-marketplace-owner-api (image check)',
        accept: 'image/*, */*;q=0.1',
        host: `images.example:${port}`,
        connection: 'close',
      });
    }
  });

  it('tries the next address of a name if one refuses the connection', async () => {
    const { url } = await serve(ok);
    const options = { resolve: async () => [PRIVATE, PUBLIC], isAllowed: () => true };
    expect(await probe(url('/'), options)).toBe(true);
  });
});

describe('D29 enforce: redirects', () => {
  it.each([
    [3, true, 4],
    [4, false, 4],
  ])('%i redirects in a row: %s', async (redirects, expected, hits) => {
    const { url, requests } = await serve((request, response) => {
      const done = Number(request.url?.slice(1));
      if (done < redirects) response.writeHead(302, { Location: `/${done + 1}` });
      response.end();
    });
    expect(await probe(url('/0'))).toBe(expected);
    expect(requests).toHaveLength(hits);
  });

  it.each([301, 302, 303, 307, 308])('follows %i', async (status) => {
    const { url } = await serve(redirect(() => '/image.png', status));
    expect(await probe(url('/'))).toBe(true);
  });

  it.each([
    ['a relative one', () => 'image.png', true],
    ['one without a scheme', (port: number) => `//other.example:${port}/image.png`, true],
    ['none', () => undefined, false],
    ['a malformed one', () => 'http://[', false],
    ['another scheme', () => 'ftp://images.example/image.png', false],
    ['a file', () => 'file:///etc/passwd', false],
    ['data', () => 'data:image/png;base64,AAAA', false],
    ['user info', (port: number) => `http://user:secret@images.example:${port}/image.png`, false],
    ['to itself', () => '/', false],
    ['beyond the header limit', () => `/image.png#${'a'.repeat(60_000)}`, false],
  ])('Location: %s', async (_what, location, expected) => {
    const server = await serve((request, response) =>
      redirect(() => location(server.port))(request, response),
    );
    expect(await probe(server.url('/'))).toBe(expected);
  });

  it('accepts raw UTF-8 in a Location', async () => {
    const { url, requests } = await serve(redirect(() => Buffer.from('/ü.png').toString('latin1')));
    expect(await probe(url('/'))).toBe(true);
    expect(requests[1]?.url).toBe('/%C3%BC.png');
  });

  it('rejects redirects to a private address without connecting, by name and by literal', async () => {
    const inner = await serve(ok, PRIVATE);
    const literal = PRIVATE.includes(':') ? `[${PRIVATE}]` : PRIVATE;
    for (const host of ['inner.example', literal]) {
      const { url } = await serve(redirect(() => `http://${host}:${inner.port}/`));
      const resolve = async (name: string) => [name === 'inner.example' ? PRIVATE : PUBLIC];
      expect(await probe(url('/'), { resolve })).toBe(false);
    }
    expect(inner.connections()).toBe(0);
  });
});

describe('D29 enforce: public addresses only', () => {
  const LITERALS =
    '127.0.0.1 127.1 127.0.0.1. 2130706433 0x7f000001 0x7f.1 0177.0.0.1 %31%32%37.0.0.1 0 [::1] [::] [::ffff:127.0.0.1] [0:0:0:0:0:ffff:7f00:0001]';
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
    expect(await probe(outer.url('/'), { resolve: async () => [PRIVATE, PUBLIC] })).toBe(true);
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
    [
      'answers otherwise on a second look-up gains nothing: the checked address is the one connected to',
      ok,
      true,
      1,
    ],
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
    ['drips headers forever', (socket) => every(socket, 5, () => 'X-Drip: 1\r\n', HEAD), false],
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
      (socket) => socket.write('HTTP/1.1 101 Hi\r\nConnection: upgrade\r\nUpgrade: a\r\n\r\n'),
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

describe('D29 enforce: TLS', () => {
  const trusted = getCACertificates('default');
  afterEach(() => setDefaultCACertificates(trusted));

  it('an untrusted certificate makes an image unreachable', async () => {
    const { url, requests } = await serveSecure(ok);
    expect(await probe(url('127.0.0.1'))).toBe(false);
    expect(requests).toHaveLength(0);
  });

  it('a trusted certificate is verified against the host name, not the address', async () => {
    setDefaultCACertificates([...trusted, file('authority.pem')]);
    const { url, requests, serverNames } = await serveSecure(ok);
    expect(await probe(url('images.example'))).toBe(false);
    expect(requests).toHaveLength(0);
    expect(serverNames).toEqual(['images.example']);
    expect(await probe(url('127.0.0.1'))).toBe(true);
  });

  it('a redirect may lead to plain HTTP', async () => {
    setDefaultCACertificates([...trusted, file('authority.pem')]);
    const plain = await serve(ok);
    const { url } = await serveSecure(redirect(() => plain.url('/')));
    expect(await probe(url('127.0.0.1'))).toBe(true);
  });

  it('ignores proxy variables and disabled certificate checks in the environment', async () => {
    const plain = await serve(ok);
    const secure = await serveSecure(ok);
    const proxy = await serve(ok);
    const script = `
      import { networkImageProbe } from ${JSON.stringify(new URL('../../src/products/image-probe.ts', import.meta.url))};
      const probe = networkImageProbe({ resolve: async () => ['${PUBLIC}'], isAllowed: () => true });
      const urls = ${JSON.stringify([plain.url('/'), secure.url('127.0.0.1')])};
      console.log(JSON.stringify(await probe.reachable(urls, 1)));`;
    const through = `http://127.0.0.1:${proxy.port}`;
    const proxied = {
      HTTP_PROXY: through,
      HTTPS_PROXY: through,
      http_proxy: through,
      https_proxy: through,
    };
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--input-type=module', '--eval', script],
      {
        env: {
          ...process.env,
          ...proxied,
          NO_PROXY: '',
          NODE_USE_ENV_PROXY: '1',
          NODE_TLS_REJECT_UNAUTHORIZED: '0',
        },
      },
    );
    expect(JSON.parse(stdout)).toEqual([true, false]);
    expect(plain.requests).toHaveLength(1);
    expect(proxy.connections()).toBe(0);
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
    const begun = withDeadline(EVENTUALLY / 2, () => loopbackProbe().reachable([url('/')], USER));
    await expect(begun).rejects.toThrow(DeadlineError);
    expect(requests).toEqual([]);
  });

  it('waiting probes get no extra time, and every slot is released', async () => {
    const { url } = await serve(
      (request, response) => void (request.url === '/ok' && response.end()),
    );
    const tested = loopbackProbe({ maxInFlightPerUser: 1, maxInFlight: 1, timeoutMs: SHORT_MS });
    const started = performance.now();
    const answers = [
      tested.reachable([url('/hang'), url('/ok')], 1),
      tested.reachable([url('/ok')], 2),
    ];
    expect(await Promise.all(answers)).toEqual([[false, false], [false]]);
    expect(performance.now() - started).toBeLessThan(EVENTUALLY);
    expect(await tested.reachable([url('/ok')], 1)).toEqual([true]);
  });
});

describe('D29 simulate', () => {
  it('hosts under .invalid are unreachable and all others reachable, without using the network', async () => {
    const urls = {
      'https://images.example/a.png': true,
      'http://127.0.0.1:1/a.png': true,
      'https://invalid.example/a.png': true,
      'https://notinvalid/a.png': true,
      'https://images.invalid/a.png': false,
      'https://a.b.INVALID:8080/a.png?x=.example': false,
      'https://images.invalid./a.png': false,
      'https://invalid/': false,
      'ftp://images.example/a.png': false,
      nonsense: false,
    };
    expect(await simulatedImageProbe().reachable(Object.keys(urls), USER)).toEqual(
      Object.values(urls),
    );
  });
});

const LOOPBACK = {
  resolve: async () => [PUBLIC],
  isAllowed: (address: string) => address === PUBLIC,
  timeoutMs: EVENTUALLY,
};

function loopbackProbe(options: Options = {}) {
  return networkImageProbe({ ...LOOPBACK, ...options });
}

async function probe(url: string, options: Options = {}): Promise<boolean | undefined> {
  return (await loopbackProbe(options).reachable([url], USER))[0];
}

const ok: RequestListener = (_request, response) => response.end();

/** Redirects `/`; all other paths succeed. */
function redirect(location: () => string | undefined, status = 302): RequestListener {
  return (request, response) => {
    const target = location();
    if (request.url === '/')
      response.writeHead(status, target === undefined ? {} : { Location: target });
    response.end();
  };
}

async function serve(listener: RequestListener, host = PUBLIC, port = 0) {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    listener(request, response);
  });
  const started = await start(server, host, port);
  const url = (path: string) => `http://images.example:${started.port}${path}`;
  return { ...started, requests, url };
}

async function serveSecure(listener: RequestListener) {
  const requests: IncomingMessage[] = [];
  const serverNames: string[] = [];
  const SNICallback = (name: string, found: (error: Error | null) => void) => {
    serverNames.push(name);
    found(null);
  };
  const server = createSecureServer({ ...SECURE, SNICallback }, (request, response) => {
    requests.push(request);
    listener(request, response);
  });
  const { port } = await start(server);
  return { requests, serverNames, url: (host: string) => `https://${host}:${port}/` };
}

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

async function start(server: Server, host = PUBLIC, at = 0) {
  const sockets = new Set<Socket>();
  let connections = 0;
  server.on('connection', (socket) => {
    connections += 1;
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await once(server.listen(at, host), 'listening');
  const close = async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  };
  onTestFinished(close);
  const { port } = server.address() as AddressInfo;
  return { port, close, connections: () => connections, open: () => sockets.size };
}

/** Writes `first`, then `text()` every `ms` until the client disconnects. */
function every(socket: Socket, ms: number, text: () => string, first = ''): void {
  socket.write(first);
  const timer = setInterval(() => socket.writable && socket.write(text()), ms);
  socket.once('close', () => clearInterval(timer));
}
