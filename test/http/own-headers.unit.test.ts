// Responses don't share headers: setting one, such as the request ID, affects no other response.
import { expect, test } from 'vitest';
import { respond } from '../../src/http/respond.ts';
import { ICON, serveAsset } from '../../src/sites/pages/static-assets.ts';
import { createStart } from '../../src/sites/start/start.ts';

const headers = { Vary: 'Accept' };
const icon = new URL('http://localhost/favicon.ico');
const start = createStart({ origin: icon.origin });

test.each([
  ['a JSON response', () => respond({ status: 200, body: {}, headers })],
  ['the icon', () => start(new Request(icon), { url: icon, isRead: true })],
  ['a file', () => serveAsset(ICON)],
])('%s shares none', async (_, make) => {
  (await make())?.headers.set('X-Request-Id', 'first');
  expect((await make())?.headers.get('X-Request-Id')).toBeNull();
});
