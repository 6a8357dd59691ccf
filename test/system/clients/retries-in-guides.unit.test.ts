// `fetchWithRetries` of the guides: never earlier than Retry-After, and one text. `npx vitest run retries-in-guides -u` copies it.
import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fetchWithRetries } from './fetch-with-retries.ts';

const GUIDES = join(import.meta.dirname, '../../../src/sites/docs/guides');

const source = readFileSync(join(import.meta.dirname, 'fetch-with-retries.ts'), 'utf8');

test('the back office, which is one download, has the file as it is', async () => {
  await expect(source).toMatchFileSnapshot(join(import.meta.dirname, 'back-office/src/api/fetch-with-retries.ts'));
});

test('the guide on throttling has the function without its types', async () => {
  const [typed = ''] = /^const ATTEMPTS.*/ms.exec(source) ?? [];
  const plain = stripTypeScriptTypes(typed)
    .replace('export ', '')
    .replaceAll(/(?<=\S) +(?=,|$)/gm, '')
    .replaceAll(/(?<=\S) {2,}/g, ' ');
  const guide = join(GUIDES, 'throttling.md');
  const copied = readFileSync(guide, 'utf8').replace(/(?<=^```javascript\n)const ATTEMPTS.*?(?=^```$)/ms, () => plain);
  expect(copied).toContain(plain);
  await expect(copied).toMatchFileSnapshot(guide);
});

describe('a request is sent again', () => {
  /** The moments of the requests, on a clock of the test. */
  let sent: number[];
  let bodies: string[];
  beforeEach(() => {
    sent = [];
    bodies = [];
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  const answering = (...answers: (Response | Error)[]) =>
    vi.stubGlobal('fetch', async (request: Request) => {
      sent.push(Date.now());
      bodies.push(await request.text());
      const answer = answers[sent.length - 1];
      if (answer instanceof Response) return answer;
      throw answer;
    });
  const pauses = () => sent.slice(1).map((moment, index) => moment - (sent[index] ?? 0));
  const send = async (repeated?: readonly number[]) => {
    const response = fetchWithRetries('http://localhost/', { method: 'POST', body: 'tent' }, repeated);
    await vi.runAllTimersAsync();
    return (await response).status;
  };
  const waiting = (status: number, retryAfter: string) =>
    new Response(null, { status, headers: { 'Retry-After': retryAfter } });

  test('after Retry-After or later, in each of 18 pauses, and with the same body', async () => {
    for (const seconds of [1, 2, 5, 17, 30, 60]) {
      sent = [];
      answering(waiting(429, `${seconds}`), waiting(503, `${seconds}`), waiting(502, `${seconds}`), new Response());
      expect(await send()).toBe(200);
      expect(pauses()).toHaveLength(3);
      expect(Math.min(...pauses())).toBeGreaterThanOrEqual(1000 * seconds);
      expect(Math.max(...pauses())).toBeLessThan(1000 * seconds + 2000);
    }
    expect(new Set(bodies)).toEqual(new Set(['tent']));
  });

  test('after a pause of its own without a response, without Retry-After, or with one that is no number', async () => {
    const soon = waiting(503, 'Mon, 23 Nov 2026 12:00:00 GMT');
    answering(new TypeError('fetch failed'), new Response(null, { status: 504 }), soon, new Response());
    expect(await send()).toBe(200);
    expect(pauses().filter((pause) => pause >= 100 && pause < 2000)).toHaveLength(3);
  });

  test('at most five times', async () => {
    answering(...Array.from({ length: 5 }, () => waiting(429, '1')));
    expect(await send()).toBe(429);
    expect(sent).toHaveLength(5);
  });

  test('by no client that counts the seconds itself', async () => {
    answering(waiting(429, '60'));
    expect([await send([502, 503, 504]), sent.length]).toEqual([429, 1]);
  });
});
