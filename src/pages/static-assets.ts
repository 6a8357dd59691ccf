// Static files of pages, served under names that hold their hash: immutable for browsers, compressed once.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { parseAccept } from 'hono/utils/accept';
import { getMimeType } from 'hono/utils/mime';

const CACHE_CONTROL = 'public, max-age=31536000, immutable';
const HASH_LENGTH = 12;

/** Halves the output of gzip, in 0.2 s for 4 MB while the first reader waits. */
const BROTLI_QUALITY = 5;

const COMPRESSORS = {
  br: (body: Uint8Array) =>
    promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  gzip: (body: Uint8Array) => promisify(gzip)(body),
};

type Coding = keyof typeof COMPRESSORS;

/** In the order of preference. */
const CODINGS = ['br', 'gzip'] as const satisfies readonly Coding[];

/** Files that are served as one, under the name of the last. */
type Parts = readonly [...URL[], URL];

type Asset = ReturnType<typeof readAsset>;

export interface StaticAssets<Name extends string> {
  readonly paths: Readonly<Record<Name, string>>;
  /** The response to a request of one of the paths, undefined for any other path. */
  serve(path: string, request: Request): Promise<Response | undefined>;
}

export function createStaticAssets<Name extends string>(
  basePath: string,
  sources: Readonly<Record<Name, Parts>>,
): StaticAssets<Name> {
  const assets = Object.entries<Parts>(sources).map(([name, parts]) => ({ name, ...readAsset(basePath, parts) }));
  const byPath = new Map<string, Asset>(assets.map((asset) => [asset.path, asset]));
  return {
    paths: Object.fromEntries(assets.map(({ name, path }) => [name, path])) as Record<Name, string>,
    async serve(path, { headers }) {
      const asset = byPath.get(path);
      return asset && respond(asset, acceptedCoding(headers.get('accept-encoding') ?? ''));
    },
  };
}

function readAsset(basePath: string, parts: Parts) {
  const body = Buffer.concat(parts.map((part) => readFileSync(part)));
  const hash = createHash('sha256').update(body).digest('hex').slice(0, HASH_LENGTH);
  const file = basename((parts.at(-1) as URL).pathname);
  return {
    path: `${basePath}/${file.replace(/(\.\w+)$/, `.${hash}$1`)}`,
    type: getMimeType(file) ?? 'application/octet-stream',
    body,
    compressed: new Map<Coding, Promise<Uint8Array>>(),
  };
}

function acceptedCoding(acceptEncoding: string): Coding | undefined {
  const accepted = parseAccept(acceptEncoding).filter(({ q }) => q > 0);
  return CODINGS.find((coding) => accepted.some(({ type }) => type.toLowerCase() === coding));
}

async function respond(asset: Asset, coding: Coding | undefined): Promise<Response> {
  const body = coding ? await compressed(asset, coding) : asset.body;
  return new Response(body as BodyInit, {
    headers: {
      'Content-Type': asset.type,
      'Cache-Control': CACHE_CONTROL,
      Vary: 'Accept-Encoding',
      'X-Content-Type-Options': 'nosniff',
      ...(coding && { 'Content-Encoding': coding }),
    },
  });
}

function compressed({ body, compressed: done }: Asset, coding: Coding): Promise<Uint8Array> {
  const known = done.get(coding) ?? COMPRESSORS[coding](body);
  done.set(coding, known);
  return known;
}
