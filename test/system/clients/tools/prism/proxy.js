// Requests through Prism's proxy, which checks both sides of an exchange against the document.
const { spawn } = require('node:child_process');
const { once } = require('node:events');
const { createInterface } = require('node:readline');

const PRISM = require.resolve('@stoplight/prism-cli');

/** The service's statuses; Prism replaces them with 500 if a response violates the document, and 422 for a request. */
exports.job = async ({ token, graphqlUrl }) => {
  const service = new URL('/api/token-secured', graphqlUrl).href;
  const prism = spawn(process.execPath, [
    PRISM,
    'proxy',
    'openapi.json',
    service,
    '--errors',
    '--port',
    '0',
  ]);
  const exited = once(prism, 'exit');
  try {
    let origin;
    for await (const line of createInterface({ input: prism.stdout })) {
      [, origin] = /listening on (http:\S+)/.exec(line) ?? [];
      if (origin) break;
    }
    const send = async (method, path, body) => {
      const headers = {
        Authorization: `Bearer ${token}`,
        'Content-Type': 'application/json',
      };
      const response = await fetch(`${origin}${path}`, {
        method,
        headers,
        body: body && JSON.stringify(body),
      });
      return response.status;
    };
    return [
      await send('GET', '/rental/1'),
      await send('GET', '/product/1'),
      await send('PUT', '/product/1', { product: { rent: 26 } }),
      await send('POST', '/product', { product: { title: 'Tent', rent: 26, sku: 'T-1' } }),
      await send('POST', '/bundle', {
        bundle: { title: 'Pack', items: [{ ad_id: 1, quantity: 2 }] },
      }),
      await send('GET', '/product/999999999'),
    ];
  } finally {
    prism.kill();
    await exited;
  }
};
