// Node's variables for a proxy and for certificate authorities, on the service's own requests.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { connect } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { BEGIN } from '../sites/dashboard/provider-app.ts';
import { createTraveller } from '../sites/dashboard/visitor.ts';
import { appAt, callsAt } from '../support/app.ts';
import { startLoopbackServer } from '../support/loopback-server.ts';
import { postgresService } from './postgres-service.ts';

const certificates = join(import.meta.dirname, '../support/certificates');

/** A proxy that tunnels, and lists what it was asked for. */
async function startProxy() {
  const asked: string[] = [];
  const tunnels = createServer().on('connect', ({ url = '' }, client, head) => {
    asked.push(url);
    const { hostname, port } = new URL(`tcp://${url}`);
    const target = connect(Number(port), hostname, () => {
      client.write('HTTP/1.1 200 OK\r\n\r\n');
      target.write(head);
      target.pipe(client).pipe(target);
    });
    for (const socket of [client, target]) socket.on('error', () => socket.destroy());
  });
  const { origin, close } = await startLoopbackServer(({ url = '' }, response) => {
    asked.push(url);
    response.end();
  }, tunnels);
  onTestFinished(close);
  const variables = { NODE_USE_ENV_PROXY: '1', HTTP_PROXY: origin, HTTPS_PROXY: origin };
  return { asked, variables };
}

/** A provider with TLS by an authority that nobody knows, as far as a sign-in begins. */
async function startSecureProvider() {
  const read = (name: string) => readFileSync(join(certificates, name), 'utf8');
  const { origin: issuer, close } = await startLoopbackServer(
    (_, response) => {
      const metadata = { issuer, authorization_endpoint: `${issuer}/auth` };
      response.setHeader('Content-Type', 'application/json').end(JSON.stringify(metadata));
    },
    createSecureServer({ cert: read('valid.pem'), key: read('server.key') }),
  );
  onTestFinished(close);
  return issuer;
}

test.each([
  ['through the proxy', {}, true],
  ['directly to hosts of NO_PROXY', { NO_PROXY: '127.0.0.1' }, false],
])(
  'a sign-in asks the provider %s, with an authority of NODE_EXTRA_CA_CERTS',
  async (_, more, isProxied) => {
    const proxy = await startProxy();
    const issuer = await startSecureProvider();
    const service = await postgresService({
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: 'owner-api',
      OIDC_CLIENT_SECRET: 'secret',
      IMAGE_CHECK: 'enforce',
      NODE_EXTRA_CA_CERTS: join(certificates, 'authority.pem'),
      ...proxy.variables,
      ...more,
    });
    const traveller = createTraveller({ app: appAt(service.origin) });
    const { location } = await traveller.begin(BEGIN);
    expect(location).toContain(`${issuer}/auth?`);
    const asked = isProxied ? [new URL(issuer).host] : [];
    expect(proxy.asked).toEqual(asked);

    const product = {
      title: 'A',
      rent: 1,
      stock_type: 1,
      images: [{ src: 'http://localhost/a' }],
    };
    const created = await callsAt(service).createProduct(product);
    expect(created.status).toBe(400);
    expect(proxy.asked).toEqual(asked);
  },
);
