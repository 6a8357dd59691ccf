// Node's variables for a proxy and for certificate authorities, on the service's own requests.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { BEGIN } from '../sites/dashboard/provider-app.ts';
import { createTraveller } from '../sites/dashboard/visitor.ts';
import { freshPostgres } from '../support/database.ts';
import { startService } from './service.ts';

const certificates = join(import.meta.dirname, '../support/certificates');
const root = join(import.meta.dirname, '../..');

const database = await freshPostgres();
afterAll(() => database.drop());

/** A proxy that tunnels, and lists what it was asked for. */
async function startProxy() {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.end();
  });
  server.on('connect', ({ url = '' }, client, head) => {
    asked.push(url);
    const { hostname, port } = new URL(`tcp://${url}`);
    const target = connect(Number(port), hostname, () => {
      client.write('HTTP/1.1 200 OK\r\n\r\n');
      target.write(head);
      target.pipe(client).pipe(target);
    });
    for (const socket of [client, target]) socket.on('error', () => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const variables = { NODE_USE_ENV_PROXY: '1', HTTP_PROXY: url, HTTPS_PROXY: url };
  return { asked, variables };
}

/** A provider with TLS by an authority that nobody knows, as far as a sign-in begins. */
async function startSecureProvider() {
  const answer: RequestListener = (_, response) => {
    const endpoint = (name: string) => `${issuer()}/${name}`;
    const metadata = { issuer: issuer(), authorization_endpoint: endpoint('auth') };
    response.setHeader('Content-Type', 'application/json').end(JSON.stringify(metadata));
  };
  const read = (name: string) => readFileSync(join(certificates, name), 'utf8');
  const server = createSecureServer(
    { cert: read('valid.pem'), key: read('server.key') },
    answer,
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const issuer = () => `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return issuer();
}

test.each([
  ['through the proxy', {}, true],
  ['directly to hosts of NO_PROXY', { NO_PROXY: '127.0.0.1' }, false],
])(
  'a sign-in asks the provider %s, with an authority of NODE_EXTRA_CA_CERTS',
  async (_, more, isProxied) => {
    const proxy = await startProxy();
    const issuer = await startSecureProvider();
    const service = await startService({
      DATABASE_URL: database.url,
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: 'owner-api',
      OIDC_CLIENT_SECRET: 'secret',
      IMAGE_CHECK: 'enforce',
      NODE_EXTRA_CA_CERTS: join(certificates, 'authority.pem'),
      ...proxy.variables,
      ...more,
    });
    onTestFinished(() => void service.stop());
    const app = {
      fetch: ({ url, headers }: Request) => {
        const { pathname, search } = new URL(url);
        return fetch(service.origin + pathname + search, { headers, redirect: 'manual' });
      },
    };
    const { location } = await createTraveller({ app }).begin(BEGIN);
    expect(location).toContain(`${issuer}/auth?`);
    const asked = isProxied ? [new URL(issuer).host] : [];
    expect(proxy.asked).toEqual(asked);

    const product = {
      title: 'A',
      rent: 1,
      stock_type: 1,
      images: [{ src: 'http://localhost/a' }],
    };
    const created = await fetch(`${service.origin}/api/token-secured/product`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${service.token}`,
        'Content-Type': 'application/json',
      },
      body: JSON.stringify({ product }),
    });
    expect(created.status).toBe(400);
    expect(proxy.asked).toEqual(asked);
  },
);

test('image checks never use a proxy, which would connect to private addresses (D29)', async () => {
  const proxy = await startProxy();
  const direct = await startProxy();
  const { HTTP_PROXY: url } = direct.variables;
  const script = `
    import { networkImageProbe } from './src/products/image-probe.ts';
    const probe = networkImageProbe({ isAllowed: () => true });
    console.log((await fetch('${url}/fetched')).status, await probe.reachable(['${url}/image'], 1));`;
  const args = ['--input-type=module', '-e', script];
  const env = { ...process.env, ...proxy.variables };
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root, env });
  expect(stdout.trim()).toBe('200 [ true ]');
  expect([proxy.asked, direct.asked]).toEqual([
    [new URL(url).host],
    ['GET /fetched', 'GET /image'],
  ]);
});
