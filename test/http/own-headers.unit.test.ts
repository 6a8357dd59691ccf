// Headers of a response are its own: what is set on one, such as the id of its request, is on no other.
import { expect, test } from 'vitest';
import { respond } from '../../src/http/respond.ts';
import { ASSETS } from '../../src/sites/pages/frame.ts';
import { createStart } from '../../src/sites/start/start.ts';

const [asset = ''] = Object.values(ASSETS.paths);
const headers = { Vary: 'Accept' };
const icon = new URL('http://localhost/favicon.ico');
const start = createStart(icon.origin);

test.each([
  ['a response of JSON', () => respond({ status: 200, body: {}, headers })],
  ['the icon', () => start(new Request(icon), { url: icon })],
  ['a file', () => ASSETS.serve(asset)],
])('%s shares none', async (_, make) => {
  (await make())?.headers.set('X-Request-Id', 'first');
  expect((await make())?.headers.get('X-Request-Id')).toBeNull();
});
