// Headers of a response are its own: what is set on one, such as the id of its request, is on no other.
import { expect, test } from 'vitest';
import { respond } from '../../src/http/respond.ts';
import { ASSETS, respondFavicon } from '../../src/sites/pages/respond-page.ts';

const [asset = ''] = Object.values(ASSETS.paths);
const headers = { Vary: 'Accept' };

test.each([
  ['a response of JSON', () => respond({ status: 200, body: {}, headers })],
  ['the icon', respondFavicon],
  ['a file', () => ASSETS.serve(asset)],
])('%s shares none', (_, make) => {
  make()?.headers.set('X-Request-Id', 'first');
  expect(make()?.headers.get('X-Request-Id')).toBeNull();
});
