// Look-ups of unknown tokens are limited by address (D44), and pages of other origins read responses without credentials.
import { describe, expect, test } from 'vitest';
import { createTokenValue } from '../../src/accounts/token-format.ts';
import { BASE, createTestApp, openTestApp } from '../support/app.ts';

const app = await openTestApp();

describe('failed token look-ups (D44)', () => {
  const authFailures = { name: 'auth-failures', points: 2, windowSeconds: 60 };

  test('are limited by address; callers with a valid token are not', async () => {
    const limited = await createTestApp({ config: { authFailures } });
    const status = async (token: string) =>
      (await limited.rest('GET', '/product/1', undefined, { token })).status;
    const attempts = [];
    for (let attempt = 0; attempt < 4; attempt++)
      attempts.push(await status(createTokenValue('test')));
    expect(attempts).toEqual([401, 401, 429, 429]);
    expect(await status('svc_test_malformed')).toBe(401);
    expect(await status(limited.owner.token)).toBe(404);
    await limited.close();
  });

  test('of an IPv6 /64 count together, others separately', async () => {
    const limited = await createTestApp({
      config: { authFailures: { ...authFailures, points: 1 } },
    });
    const statusFrom = async (address: string) => {
      const headers = { Authorization: `Bearer ${createTokenValue('test')}` };
      const request = new Request(`http://localhost${BASE}/product/1`, { headers });
      return (await limited.app.fetch(request, { address })).status;
    };
    expect(await statusFrom('2001:db8:1:2::1')).toBe(401);
    expect(await statusFrom('2001:db8:1:2:ffff::9')).toBe(429);
    expect(await statusFrom('2001:db8:1:3::1')).toBe(401);
    await limited.close();
  });
});

test('pages of any origin can read responses without credentials; the origins can be limited (D48)', async () => {
  const headers = { Origin: 'https://shop.example', 'Access-Control-Request-Method': 'PUT' };
  const preflight = await app.call(
    '/graphql',
    { method: 'OPTIONS' },
    { token: null, headers },
  );
  expect(preflight.headers.has('access-control-allow-credentials')).toBe(false);
  const limited = await createTestApp({ config: { corsOrigins: ['https://shop.example'] } });
  const originOf = async (Origin: string) => {
    const answer = await limited.rest('GET', '/product/1', undefined, {
      headers: { Origin },
    });
    return answer.headers.get('access-control-allow-origin');
  };
  expect(await originOf('https://shop.example')).toBe('https://shop.example');
  expect(await originOf('https://evil.example')).toBeNull();
  await limited.close();
});
