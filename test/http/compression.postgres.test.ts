// Compression and caching (D42) of responses, documents, static files and bodies.
import { brotliDecompressSync, gunzipSync, gzipSync, zstdDecompressSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { BASE, openTestApp } from '../support/app.ts';
import { untilAnswered } from '../support/until-answered.ts';

const app = await openTestApp();
let large: number;
beforeAll(async () => {
  large = (await app.product({ description: 'A tent for two. '.repeat(200) })).id;
});

const decoders: Readonly<Record<string, (content: Uint8Array) => Uint8Array>> = {
  zstd: zstdDecompressSync,
  br: brotliDecompressSync,
  gzip: gunzipSync,
};

/** A response with its bytes as sent. */
async function receive(
  path: string,
  accepted: string,
  { headers, ...init }: RequestInit = {},
) {
  const sent = {
    Authorization: `Bearer ${app.owner.token}`,
    'Accept-Encoding': accepted,
    'Content-Type': 'application/json',
    ...headers,
  };
  const answer = await app.app.fetch(
    new Request(`http://localhost${path}`, { ...init, headers: sent }),
  );
  const got: Readonly<Record<string, string>> = Object.fromEntries(answer.headers);
  return { status: answer.status, headers: got, bytes: Buffer.from(await answer.bytes()) };
}

const decoded = ({ headers, bytes }: Awaited<ReturnType<typeof receive>>): string =>
  Buffer.from(
    (decoders[headers['content-encoding'] ?? ''] ?? ((content) => content))(bytes),
  ).toString();

test('a response of 1 KiB or more is compressed, with a strong ETag per encoding for conditions (D41, D42)', async () => {
  const path = `${BASE}/product/${large}`;
  const etags = new Set<string>();
  for (const coding of ['identity', 'zstd', 'br', 'gzip']) {
    const { headers, bytes } = await receive(path, coding);
    const { etag = '', 'content-encoding': used } = headers;
    etags.add(etag);
    expect(headers['content-length']).toBe(String(bytes.length));
    if (used) expect(bytes.length).toBeLessThan(1_000);
    const again = await receive(path, coding, { headers: { 'If-None-Match': etag } });
    expect([again.status, again.headers.etag, again.bytes.length]).toEqual([304, etag, 0]);
    expect(again.headers['content-encoding']).toBeUndefined();
    const body = JSON.stringify({ product: {} });
    const update = await receive(path, '', {
      method: 'PUT',
      body,
      headers: { 'If-Match': etag },
    });
    expect(update.status).toBe(200);
  }
  expect(etags.size).toBe(4);
});

describe('a document', () => {
  test.each([
    ...['/openapi.json', '/openapi.yaml', '/docs', '/docs/rest', '/docs/graphql'],
    ...['/docs/schema.graphql', '/docs/guides/errors', '/docs/guides/errors.md', '/llms.txt'],
  ])('%s is compressed and revalidated by its ETag (D42)', async (path) => {
    const plain = await receive(path, '');
    const answers = [await receive(path, 'br'), await receive(path, 'br')];
    for (const answer of answers) {
      expect(answer.headers).toMatchObject({
        'content-encoding': 'br',
        'cache-control': 'no-cache',
      });
      expect(decoded(answer)).toBe(plain.bytes.toString());
    }
    const etag = answers[0]?.headers.etag ?? '';
    expect((await receive(path, 'br', { headers: { 'If-None-Match': etag } })).status).toBe(
      304,
    );
  });

  test("GraphiQL's files are compressed once, and the page is revalidated by its ETag (D42)", async () => {
    const headers = { Accept: 'text/html' };
    const page = await receive('/graphql', 'br', { headers });
    expect(page.headers).toMatchObject({
      'content-encoding': 'br',
      vary: 'Accept, Accept-Encoding',
    });
    const condition = { ...headers, 'If-None-Match': page.headers.etag ?? '' };
    const again = await receive('/graphql', 'br', { headers: condition });
    expect([again.status, again.bytes.length]).toEqual([304, 0]);
    const script = /\/assets\/graphiql\.[0-9a-f]+\.js/.exec(decoded(page))?.[0] ?? '';
    const file = await receive(script, 'br');
    expect(file.headers).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Encoding' });
    expect(file.bytes.length).toBeLessThan(1_500_000);
    expect(decoded(file)).toBe((await receive(script, '')).bytes.toString());
    const processor = process.cpuUsage();
    await receive(script, 'br');
    expect(process.cpuUsage(processor).user).toBeLessThan(500_000);
  });

  test('a dashboard page is not compressed, because it contains a secret (D42)', async () => {
    const page = await receive('/dashboard/sign-in', 'br');
    expect(page.headers).toMatchObject({ 'cache-control': 'no-store' });
    expect(page.headers['content-encoding']).toBeUndefined();
    const [, style = ''] = /href="([^"]+\.css)"/.exec(page.bytes.toString()) ?? [];
    const file = await receive(style, 'br');
    expect(file.headers).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Encoding' });
    expect(file.headers['cache-control']).toContain('immutable');
  });
});

/** Some 100 KB, made before there is a connection that would idle meanwhile. */
const bomb = gzipSync(Buffer.alloc(100 * 1024 * 1024, ' '));

test.each([`${BASE}/product`, '/graphql'])(
  'a body that inflates to more than 1 MiB returns 413 on %s, early (D42)',
  async (path) => {
    const before = process.memoryUsage().rss;
    const init = {
      method: 'POST',
      body: bomb as BodyInit,
      headers: { 'Content-Encoding': 'gzip', 'Content-Length': `${bomb.byteLength}` },
    };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => untilAnswered(() => receive(path, '', init))),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(413));
    // Inflating each of them completely would take 100 MiB.
    expect(process.memoryUsage().rss - before).toBeLessThan(300 * 1024 * 1024);
  },
);
