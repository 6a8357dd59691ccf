// The root of the service without a database: the way to the documentation, the icon and the security contact.
import { describe, expect, test, vi } from 'vitest';
import { createStart } from '../../../src/sites/start/start.ts';

const ORIGIN = 'https://owners.example';
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

const start = createStart({ origin: ORIGIN });

const open = (path: string, accept = '*/*', by = start) => {
  const url = new URL(`http://localhost${path}`);
  return by(new Request(url, { headers: { Accept: accept } }), { url, isRead: true });
};

test.each([BROWSER, '*/*'])(
  '/ leads to the documentation with Accept: %s',
  async (accept) => {
    const { status, headers } = await open('/', accept);
    const values = ['location', 'cache-control'].map((name) => headers.get(name));
    expect([status, ...values]).toEqual([303, '/docs', 'no-cache']);
  },
);

test('/favicon.ico leads to the icon of the pages', async () => {
  const response = await open('/favicon.ico');
  const icon = response.headers.get('location') ?? '';
  expect((await open(icon)).headers.get('content-type')).toContain('image/svg+xml');
});

describe('/.well-known/', () => {
  test('security.txt names the contact, and is valid for less than a year (RFC 9116)', async () => {
    vi.setSystemTime('2026-03-10T10:30:00Z');
    const securityContact = 'mailto:security@owners.example';
    const named = createStart({ origin: ORIGIN, securityContact });
    const response = await open('/.well-known/security.txt', '*/*', named);
    vi.useRealTimers();
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(await response.text()).toBe(
      [
        'Contact: mailto:security@owners.example',
        'Expires: 2026-09-06T10:30:00.000Z',
        `Canonical: ${ORIGIN}/.well-known/security.txt`,
        'Preferred-Languages: en\n',
      ].join('\n'),
    );
  });

  test('security.txt is 404 without a contact, like every other address there', async () => {
    expect((await open('/.well-known/security.txt')).status).toBe(404);
    expect((await open('/.well-known/resource-that-should-not-exist')).status).toBe(404);
  });
});
