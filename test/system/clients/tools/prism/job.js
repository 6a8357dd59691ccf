// Valid and invalid requests to the mock server that Prism runs for the document.
const { spawn } = require('node:child_process');
const { once } = require('node:events');
const { createInterface } = require('node:readline');

const PRISM = require.resolve('@stoplight/prism-cli');

exports.job = async ({ token }) => {
  const prism = spawn(process.execPath, [PRISM, 'mock', '--port', '0', 'mock.json']);
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
      return {
        status: response.status,
        body: await response.json(),
        isDeprecated: response.headers.has('deprecation'),
      };
    };
    return {
      read: await send('GET', '/product/1'),
      created: await send('POST', '/product', {
        product: { title: 'Tent', rent: 26, sku: 'T-1' },
      }),
      refused: await send('POST', '/product', { product: { title: '', rent: 0 } }),
      withoutWrapper: await send('PUT', '/product/1', { rent: 26 }),
      stranger: (await fetch(`${origin}/rental/1`)).status,
    };
  } finally {
    prism.kill();
    await exited;
  }
};
