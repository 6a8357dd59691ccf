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

type Asset = ReturnType<typeof readAsset>;

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
  const byPath = new Map<string, Asset>(assets.map((asset) => [asset.path, asset]));
  return {
    paths: Object.fromEntries(assets.map(({ name, path }) => [name, path])) as Record<Name, string>,
    serve(path) {
      const asset = byPath.get(path);
      return asset && respond(asset);
    },
  };
}

function readAsset(basePath: string, parts: Parts) {
  const body = Buffer.concat(parts.map((part) => (part instanceof URL ? readFileSync(part) : part.body)));
  const hash = createHash('sha256').update(body).digest('hex').slice(0, HASH_LENGTH);
  const last = parts.at(-1) as Part;
  const file = last instanceof URL ? basename(last.pathname) : last.name;
  return {
    path: `${basePath}/${file.replace(/(\.\w+)$/, `.${hash}$1`)}`,
    type: getMimeType(file) ?? 'application/octet-stream',
    body,
    etag: etagOf(body),
  };
}

const respond = ({ body, type, etag }: Asset): Response =>
  new Response(body, {
    headers: {
      'Content-Type': type,
      'Content-Length': String(body.byteLength),
      'Cache-Control': CACHE_CONTROL,
      ETag: etag,
      'X-Content-Type-Options': 'nosniff',
    },
  });
