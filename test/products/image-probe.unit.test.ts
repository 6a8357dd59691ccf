// Which image URLs count as reachable, by status, redirects and certificate (specification 2.1, Image item; D29).
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import { simulatedImageProbe } from '../../src/products/image-url.ts';
import {
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

  it('sends a plain GET to the original host name, without Referer, cookies, credentials or compression', async () => {
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
    [
      'user info',
      (port: number) => `http://user:secret@images.example:${port}/image.png`,
      false,
    ],
    ['to itself', () => '/', false],
    ['beyond the header limit', () => `/image.png#${'a'.repeat(60_000)}`, false],
  ])('Location: %s', async (_what, location, expected) => {
    const server = await serve((request, response) =>
      redirect(() => location(server.port))(request, response),
    );
    expect(await probe(server.url('/'))).toBe(expected);
  });

  it('accepts raw UTF-8 in a Location', async () => {
    const { url, requests } = await serve(
      redirect(() => Buffer.from('/ü.png').toString('latin1')),
    );
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
