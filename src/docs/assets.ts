// The stylesheet, the scripts and the renderer of the REST reference: from here alone, compressed once, cached for good.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { DOCS_PATHS } from '../paths.ts';

const FOREVER = 'public, max-age=31536000, immutable';

/** Strong enough to halve what gzip leaves, fast enough to be done while the first reader waits (0.2 s for 4 MB). */
const BROTLI_QUALITY = 5;

const COMPRESSORS = {
  br: (body: Uint8Array) =>
    promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  gzip: (body: Uint8Array) => promisify(gzip)(body),
} as const;

type Coding = keyof typeof COMPRESSORS;

const own = (file: string) => new URL(`./assets/${file}`, import.meta.url);

/** The whole renderer in one file, which the package has beside its entry. */
const renderer = () => {
  const entry = createRequire(import.meta.url).resolve('@scalar/api-reference');
  return new URL('browser/standalone.js', pathToFileURL(entry));
};

const asset = (url: URL, type: string) => {
  const body = readFileSync(url);
  const hash = createHash('sha256').update(body).digest('hex').slice(0, 12);
  const [, name = '', extension = ''] = /([\w-]+)\.(\w+)$/.exec(url.pathname) ?? [];
  return {
    path: `${DOCS_PATHS.assets}/${name}.${hash}.${extension}`,
    type,
    body,
    compressed: new Map<Coding, Promise<Uint8Array>>(),
  };
};

const SCRIPT = 'text/javascript; charset=utf-8';

const ASSETS = {
  style: asset(own('docs.css'), 'text/css; charset=utf-8'),
  icon: asset(own('icon.svg'), 'image/svg+xml'),
  page: asset(own('page.js'), SCRIPT),
  reference: asset(own('reference.js'), SCRIPT),
  renderer: asset(renderer(), SCRIPT),
};

export const ASSET_PATHS = Object.fromEntries(Object.entries(ASSETS).map(([name, { path }]) => [name, path])) as Record<
  keyof typeof ASSETS,
  string
>;

const byPath = new Map(Object.values(ASSETS).map((one) => [one.path, one]));

/** The file of a path with its hash, or undefined where there is none. */
export async function serveAsset(path: string, { headers }: Request): Promise<Response | undefined> {
  const found = byPath.get(path);
  if (!found) return undefined;
  const accepted = headers.get('accept-encoding') ?? '';
  const coding = (['br', 'gzip'] as const).find((name) => new RegExp(`\\b${name}\\b`).test(accepted));
  const body = coding ? await compressed(found, coding) : found.body;
  return new Response(body as BodyInit, {
    headers: {
      'Content-Type': found.type,
      'Cache-Control': FOREVER,
      Vary: 'Accept-Encoding',
      ...(coding && { 'Content-Encoding': coding }),
    },
  });
}

function compressed(
  { body, compressed: done }: (typeof ASSETS)[keyof typeof ASSETS],
  coding: Coding,
): Promise<Uint8Array> {
  const known = done.get(coding) ?? COMPRESSORS[coding](body);
  done.set(coding, known);
  return known;
}
