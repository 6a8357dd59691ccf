// The guides' `fetchWithRetries`: never earlier than Retry-After, and not for ever.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fetchWithRetries } from './fetch-with-retries.ts';

describe('repeats a request', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  /** The last status, and the pauses between the requests on a test clock, for these responses. */
  async function send(answers: readonly (Response | Error)[], repeated?: readonly number[]) {
    const sent: { moment: number; body: string }[] = [];
    vi.stubGlobal('fetch', async (request: Request) => {
      const answer =
        answers[sent.push({ moment: Date.now(), body: await request.text() }) - 1];
      if (answer instanceof Response) return answer;
      throw answer;
    });
    const init = { method: 'POST', body: 'tent' };
    const response = fetchWithRetries('http://localhost/', init, repeated);
    const ended = response.then(({ status }) => status, String);
    await vi.runAllTimersAsync();
    expect(new Set(sent.map(({ body }) => body))).toEqual(new Set(['tent']));
    const pauses = sent
      .slice(1)
      .map(({ moment }, index) => moment - (sent[index]?.moment ?? 0));
    return { status: await ended, pauses };
  }
  const waiting = (status: number, retryAfter: string) =>
    new Response(null, { status, headers: { 'Retry-After': retryAfter } });

  test.each([1, 2, 5, 17, 30, 60])(
    'after a Retry-After of %i or later, with the same body',
    async (seconds) => {
      const answers = [429, 503, 502].map((status) => waiting(status, `${seconds}`));
      const { status, pauses } = await send([...answers, new Response()]);
      expect([status, pauses.length]).toEqual([200, 3]);
      expect(Math.min(...pauses)).toBeGreaterThanOrEqual(1000 * seconds);
      expect(Math.max(...pauses)).toBeLessThan(1000 * seconds + 2000);
    },
  );

  test('after its own pause without a response, without Retry-After, or with an invalid one', async () => {
    const soon = waiting(503, 'Mon, 23 Nov 2026 12:00:00 GMT');
    const failed = [new TypeError('fetch failed'), new Response(null, { status: 504 }), soon];
    const { status, pauses } = await send([...failed, new Response()]);
    expect([status, pauses.filter((pause) => pause >= 100 && pause < 2000).length]).toEqual([
      200, 3,
    ]);
  });

  test('at most five times, and not for a client that counts the seconds itself', async () => {
    const failures = Array.from({ length: 9 }, () => new TypeError('fetch failed'));
    const failed = await send(failures);
    expect(failed).toMatchObject({
      status: 'TypeError: fetch failed',
      pauses: { length: 4 },
    });
    const answers = () => Array.from({ length: 9 }, () => waiting(429, '1'));
    expect(await send(answers())).toMatchObject({ status: 429, pauses: { length: 4 } });
    expect(await send(answers(), [502, 503, 504])).toEqual({ status: 429, pauses: [] });
  });
});
