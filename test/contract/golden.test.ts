// Recorded exchanges of each released version, replayed against the code: it stays fully functional (section 9.7).
import { afterEach, describe, expect, it, test } from 'vitest';
import { createVersions } from '../../src/operation/versions.ts';
import { RELEASES } from '../../src/rest/releases.ts';
import { GOLDEN_REQUESTS } from './golden-requests.ts';
import { openScene, type Recorded, type Request, timeless } from './golden-scene.ts';
import { asJson, goldenFile, RECORDING, record, recorded } from './releases.ts';

interface Exchange {
  readonly name: string;
  readonly request: Request;
  readonly response: Recorded;
}

const versions = createVersions(RELEASES);
const usable = versions.list().filter(({ stage }) => stage !== 'sunset');

let close: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(close.map((one) => one()));
  close = [];
});

/** Sends requests in order, each scene opened once. */
async function play(version: string, requests: readonly { name: string; request: Request }[]): Promise<Exchange[]> {
  const scenes = new Map<string, Awaited<ReturnType<typeof openScene>>>();
  const exchanges: Exchange[] = [];
  for (const { name, request } of requests) {
    const scene = scenes.get(request.scene) ?? (await openScene(request.scene, version));
    if (!scenes.has(request.scene)) close.push(scene.close);
    scenes.set(request.scene, scene);
    exchanges.push({ name, request, response: timeless(await scene.send(request)) });
  }
  return exchanges;
}

test.runIf(RECORDING)('the newest version is recorded, what was recorded before untouched', async () => {
  const version = versions.newest();
  const before: Exchange[] = JSON.parse(recorded(goldenFile(version)) ?? '[]');
  const known = new Set(before.map(({ name }) => name));
  const requests = GOLDEN_REQUESTS.map(([name, request]) => ({ name, request }));
  const fresh = (await play(version, [...before, ...requests.filter(({ name }) => !known.has(name))])).slice(
    before.length,
  );
  record(goldenFile(version), asJson([...before, ...fresh]));
});

describe('a replay', () => {
  it.each(usable)('of $date is answered as it was recorded', async ({ date }) => {
    const text = recorded(goldenFile(date));
    expect(text, `${date} was never recorded: npm run record`).toBeDefined();
    const golden = (JSON.parse(text ?? '[]') as Exchange[]).map(withNewestVersion);
    const replayed = await play(date, golden);
    expect(replayed.map(asRecorded(golden))).toEqual(golden);
  });

  it('takes new fields of answers, and nothing else', () => {
    const kept = (actual: unknown, expected: unknown) => onlyKnown(actual, expected);
    expect(kept({ a: 1, b: [{ c: 1, d: 2 }] }, { b: [{ c: 1 }] })).toEqual({ b: [{ c: 1 }] });
    expect(kept({ a: 1 }, { a: 1, b: 2 })).toEqual({ a: 1 });
    expect(kept({ a: [1, 2] }, { a: [1] })).toEqual({ a: [1, 2] });
  });

  it('is of every operation, every status and every code', () => {
    const text = recorded(goldenFile(versions.newest())) ?? '';
    for (const status of [200, 201, 400, 401, 403, 404, 405, 413, 429]) expect(text).toContain(`"status": ${status}`);
    for (const code of [
      'REQUIRED',
      'INVALID_FORMAT',
      'MIN_VALUE',
      'MAX_LENGTH',
      'MIN_ITEMS',
      'MAX_ITEMS',
      'NOT_FOUND',
      'ACCESS_DENIED',
      'PRODUCT_OFFLINE',
    ]) {
      expect(text).toContain(`"code": "${code}"`);
    }
  });
});

/** An answer to a request without a valid token names the newest version, not the recorded one (D7). */
const withNewestVersion = ({ response, ...exchange }: Exchange): Exchange => ({
  ...exchange,
  response:
    response.status === 401
      ? { ...response, headers: { ...response.headers, 'x-api-version': versions.newest() } }
      : response,
});

const asRecorded = (golden: readonly Exchange[]) => (exchange: Exchange, index: number) => ({
  ...exchange,
  response: onlyKnown(exchange.response, golden[index]?.response),
});

/** Leaves out the fields that were not there when it was recorded (section 9.6: an answer may get new ones). */
function onlyKnown(actual: unknown, expected: unknown): unknown {
  if (Array.isArray(actual) && Array.isArray(expected)) {
    return actual.map((entry, index) => (index < expected.length ? onlyKnown(entry, expected[index]) : entry));
  }
  if (!isRecord(actual) || !isRecord(expected)) return actual;
  return Object.fromEntries(
    Object.entries(actual)
      .filter(([key]) => key in expected)
      .map(([key, value]) => [key, onlyKnown(value, expected[key])]),
  );
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
