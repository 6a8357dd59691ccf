// Static files of pages, served under names that hold their hash: immutable for browsers.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { getMimeType } from 'hono/utils/mime';
import { etagOf } from '../../http/etag.ts';

const CACHE_CONTROL = 'public, max-age=31536000, immutable';
const HASH_LENGTH = 12;

/** Files that are served as one, with the name of the last. */
type Parts = readonly [...URL[], URL];

/** A content that is no file: read when it is sent, and not kept beyond a garbage collection. */
export interface Content {
  /** Gives the name and the type. */
  readonly file: string;
  read(): Buffer<ArrayBuffer>;
}

interface ServedAsset {
  /** Holds the hash of the content. */
  readonly path: string;
  readonly respond: () => Response;
}

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
    ...('read' in source ? unkeptAsset(basePath, source) : readAsset(basePath, source)),
  }));
  const byPath = new Map<string, ServedAsset>(assets.map((asset) => [asset.path, asset]));
  return {
    paths: Object.fromEntries(assets.map(({ name, path }) => [name, path])) as Record<Name, string>,
    serve: (path) => byPath.get(path)?.respond(),
  };
}

function readAsset(basePath: string, parts: Parts): ServedAsset {
  const body = Buffer.concat(parts.map((part) => readFileSync(part)));
  const { path, headers } = describe(basePath, basename((parts.at(-1) as URL).pathname), body);
  return { path, respond: () => new Response(body, { headers }) };
}

function unkeptAsset(basePath: string, { file, read }: Content): ServedAsset {
  let held: WeakRef<Buffer<ArrayBuffer>> | undefined;
  function content(): Buffer<ArrayBuffer> {
    const body = held?.deref() ?? read();
    held = new WeakRef(body);
    return body;
  }
  const { path, headers } = describe(basePath, file, content());
  return { path, respond: () => new Response(readWhenSent(content), { headers }) };
}

/** The body is not read for HEAD, for 304, nor for a compressed copy in memory. */
const readWhenSent = (content: () => Uint8Array): ReadableStream =>
  new ReadableStream(
    {
      pull(sink) {
        sink.enqueue(content());
        sink.close();
      },
    },
    { highWaterMark: 0 },
  );

function describe(basePath: string, file: string, body: Buffer) {
  const hash = createHash('sha256').update(body).digest('hex').slice(0, HASH_LENGTH);
  return {
    path: `${basePath}/${file.replace(/(\.\w+)$/, `.${hash}$1`)}`,
    headers: {
      'Content-Type': getMimeType(file) ?? 'application/octet-stream',
      'Content-Length': String(body.byteLength),
      'Cache-Control': CACHE_CONTROL,
      ETag: etagOf(body),
      'X-Content-Type-Options': 'nosniff',
      // A web worker has the policy of its own file; it needs no connection.
      'Content-Security-Policy': "default-src 'none'",
    },
  };
}
