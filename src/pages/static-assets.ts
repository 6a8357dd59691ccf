// Static files of pages, served under names that hold their hash: immutable for browsers.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { getMimeType } from 'hono/utils/mime';
import { etagOf } from '../http/etag.ts';

const CACHE_CONTROL = 'public, max-age=31536000, immutable';
const HASH_LENGTH = 12;

/** A file, or content with the name of one. */
type Part = URL | { readonly name: string; readonly body: Buffer };

/** Parts that are served as one, under the name of the last. */
type Parts = readonly [...Part[], Part];

export interface ServedAsset {
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
  sources: Readonly<Record<Name, Parts>>,
): StaticAssets<Name> {
  const assets = Object.entries<Parts>(sources).map(([name, parts]) => ({ name, ...readAsset(basePath, parts) }));
  const byPath = new Map<string, ServedAsset>(assets.map((asset) => [asset.path, asset]));
  return {
    paths: Object.fromEntries(assets.map(({ name, path }) => [name, path])) as Record<Name, string>,
    serve(path) {
      return byPath.get(path)?.respond();
    },
  };
}

function readAsset(basePath: string, parts: Parts): ServedAsset {
  const body = Buffer.concat(parts.map((part) => (part instanceof URL ? readFileSync(part) : part.body)));
  const last = parts.at(-1) as Part;
  return servedAsset(basePath, last instanceof URL ? basename(last.pathname) : last.name, body);
}

/** A content in memory, such as one that is made when it is first needed. `file` gives its name and its type. */
export function servedAsset(basePath: string, file: string, body: Buffer<ArrayBuffer>): ServedAsset {
  const hash = createHash('sha256').update(body).digest('hex').slice(0, HASH_LENGTH);
  const headers = {
    'Content-Type': getMimeType(file) ?? 'application/octet-stream',
    'Content-Length': String(body.byteLength),
    'Cache-Control': CACHE_CONTROL,
    ETag: etagOf(body),
    'X-Content-Type-Options': 'nosniff',
  };
  return {
    path: `${basePath}/${file.replace(/(\.\w+)$/, `.${hash}$1`)}`,
    respond: () => new Response(body, { headers }),
  };
}
