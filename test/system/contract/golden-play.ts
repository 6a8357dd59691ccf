// Sends recorded requests to a service, and compares its responses with the recorded ones byte for byte.
import type { VersionName, Versions } from '../../../src/operation/versions.ts';
import { createCodecs } from '../../../src/rest/codec.ts';
import { atLastRelease } from '../../support/at-last-release.ts';
import { openScene, type Recorded, type Request, timeless } from './golden-scene.ts';
import { goldenFile, recorded } from './releases.ts';

export interface Exchange {
  readonly name: string;
  readonly request: Request;
  readonly response: Recorded;
}

export const recordedExchanges = (version: VersionName): Exchange[] =>
  JSON.parse(recorded(goldenFile(version)) ?? '[]');

/** A request with the ETags that the version's products have today: an addition to their shape changes them. */
function withTodaysTags(request: Request, version: VersionName, versions: Versions): Request {
  const { revisionTag } = createCodecs(versions)(version);
  const tags = new RegExp(`"${version}\\.(\\d+)\\.[\\w-]+"`, 'g');
  const headers = Object.entries(request.headers ?? {}).map(([name, value]) => [
    name,
    value.replace(tags, (_, revision) => revisionTag(Number(revision))),
  ]);
  return { ...request, headers: Object.fromEntries(headers) };
}

/** Sends requests in order with tokens of a version, opening each scene once. */
export async function play(
  version: VersionName,
  requests: readonly { readonly name: string; readonly request: Request }[],
  versions: Versions = atLastRelease(),
): Promise<Exchange[]> {
  const scenes = new Map<string, Awaited<ReturnType<typeof openScene>>>();
  const exchanges: Exchange[] = [];
  try {
    for (const { name, request } of requests) {
      const scene =
        scenes.get(request.scene) ?? (await openScene(request.scene, version, versions));
      scenes.set(request.scene, scene);
      const sent = withTodaysTags(request, version, versions);
      exchanges.push({ name, request, response: timeless(await scene.send(sent)) });
    }
  } finally {
    await Promise.all([...scenes.values()].map(({ close }) => close()));
  }
  return exchanges;
}

/** The differences between recorded and current responses, as text; key order counts. */
export async function differences(
  version: VersionName,
  versions = atLastRelease(),
): Promise<unknown[]> {
  const golden = recordedExchanges(version).map((exchange) =>
    withNewestVersion(exchange, versions.newest()),
  );
  const replayed = await play(version, golden, versions);
  return replayed.flatMap(({ name, response }, index) => {
    const expected = golden[index]?.response;
    const is = unmarked(JSON.stringify(onlyKnown(response, expected)));
    const was = unmarked(JSON.stringify(expected));
    return is === was ? [] : [{ name, was, is }];
  });
}

/** A product's ETag without the mark of its shape, which an addition changes. */
const unmarked = (text: string) => text.replaceAll(/("[\d-]{10}\.\d+)\.[\w-]+(?=\\")/g, '$1');

/** A response to a request without a valid token has the latest version, not the recorded one. */
const withNewestVersion = (exchange: Exchange, newest: VersionName): Exchange => {
  const { response } = exchange;
  if (response.status !== 401) return exchange;
  return {
    ...exchange,
    response: { ...response, headers: { ...response.headers, 'x-api-version': newest } },
  };
};

/** Removes fields that didn't exist when it was recorded (section 9.6: a response may get new ones). */
export function onlyKnown(actual: unknown, expected: unknown): unknown {
  if (Array.isArray(actual) && Array.isArray(expected)) {
    return actual.map((entry, index) =>
      index < expected.length ? onlyKnown(entry, expected[index]) : entry,
    );
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
