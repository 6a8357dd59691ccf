// Static files of pages, served under names that hold their hash: immutable for browsers.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { getMimeType } from 'hono/utils/mime';
import { etagOf } from '../http/etag.ts';

const CACHE_CONTROL = 'public, max-age=31536000, immutable';
const HASH_LENGTH = 12;

/** Files that are served as one, under the name of the last. */
type Parts = readonly [...URL[], URL];

/** A content that is not a file of its own: read when it is sent, and kept no longer than until memory is collected. */
export interface Content {
  readonly file: string;
  read(): Uint8Array;
}

type Asset = ReturnType<typeof readAsset>;

export interface StaticAssets<Name extends string> {
  readonly paths: Readonly<Record<Name, string>>;
  /** The response to a request of one of the paths, undefined for any other path. */
  serve(path: string): Response | undefined;
}

export function createStaticAssets<Name extends string>(
  basePath: string,
  sources: Readonly<Record<Name, Parts | Content>>,
): StaticAssets<Name> {
  const assets = Object.entries<Parts | Content>(sources).map(([name, source]) => ({
    name,
    ...readAsset(basePath, source),
  }));
  const byPath = new Map<string, Asset>(assets.map((asset) => [asset.path, asset]));
  return {
    paths: Object.fromEntries(assets.map(({ name, path }) => [name, path])) as Record<Name, string>,
    serve(path) {
      const asset = byPath.get(path);
      return asset && respond(asset);
    },
  };
}

function readAsset(basePath: string, source: Parts | Content) {
  const { file, content, body } = 'read' in source ? unkept(source) : kept(source);
  const hash = createHash('sha256').update(content).digest('hex').slice(0, HASH_LENGTH);
  return {
    path: `${basePath}/${file.replace(/(\.\w+)$/, `.${hash}$1`)}`,
    type: getMimeType(file) ?? 'application/octet-stream',
    length: content.byteLength,
    etag: etagOf(content),
    body,
  };
}

function kept(parts: Parts) {
  const content = Buffer.concat(parts.map((part) => readFileSync(part)));
  return { file: basename((parts.at(-1) as URL).pathname), content, body: (): BodyInit => content };
}

/** Bodies that are read from the source once they are sent: not for HEAD, 304 or a compressed copy that is there already. */
function unkept(source: Content) {
  let held: WeakRef<Uint8Array> | undefined;
  function read(): Uint8Array {
    const content = held?.deref() ?? source.read();
    held = new WeakRef(content);
    return content;
  }
  const body = (): BodyInit =>
    new ReadableStream(
      {
        pull(sink) {
          sink.enqueue(read());
          sink.close();
        },
      },
      { highWaterMark: 0 },
    );
  return { file: source.file, content: read(), body };
}

const respond = ({ type, length, etag, body }: Asset): Response =>
  new Response(body(), {
    headers: {
      'Content-Type': type,
      'Content-Length': String(length),
      'Cache-Control': CACHE_CONTROL,
      ETag: etag,
      'X-Content-Type-Options': 'nosniff',
      // A worker has the policy of its own file: it connects nowhere.
      'Content-Security-Policy': "default-src 'none'",
    },
  });
