// The short browser names in the list of sessions.
import { expect, test } from 'vitest';
import { agentName } from '../../../src/sites/dashboard/agent-name.ts';

const KHTML = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const MAC = 'Macintosh; Intel Mac OS X 10_15_7';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox on Linux'],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${KHTML} Chrome/142.0.0.0 Safari/537.36`,
    'Chrome on Windows',
  ],
  [
    `Mozilla/5.0 (Windows NT 10.0) ${KHTML} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0`,
    'Edge on Windows',
  ],
  [`Mozilla/5.0 (${MAC}) ${KHTML} Chrome/142.0.0.0 Safari/537.36 OPR/124.0.0.0`, 'Opera on macOS'],
  [
    `Mozilla/5.0 (${MAC}) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15`,
    'Safari on macOS',
  ],
  [`${IPHONE} Version/18.5 Mobile/15E148 Safari/604.1`, 'Safari on iPhone'],
  [`${IPHONE} CriOS/142.0.0.0 Mobile/15E148 Safari/604.1`, 'Chrome on iPhone'],
  [
    `Mozilla/5.0 (Linux; Android 10; K) ${KHTML} Chrome/142.0.0.0 Mobile Safari/537.36`,
    'Chrome on Android',
  ],
  [
    `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${KHTML} Chrome/142.0.0.0 Safari/537.36`,
    'Chrome on ChromeOS',
  ],
  [
    `Mozilla/5.0 (X11; Linux x86_64) ${KHTML} HeadlessChrome/142.0.0.0 Safari/537.36`,
    'Chrome on Linux',
  ],
])('shortens %s to %s', (agent, name) => {
  expect(agentName(agent)).toBe(name);
});

test('shows any other user agent as is, cut', () => {
  expect(agentName('curl/8.17.0')).toBe('curl/8.17.0');
  expect(agentName('x'.repeat(200))).toBe(`${'x'.repeat(60)}…`);
  expect(agentName(`${'x'.repeat(59)}😀😀`).isWellFormed()).toBe(true);
  expect([agentName(null), agentName('')]).toEqual(['Unknown browser', 'Unknown browser']);
});
