// Static files of all pages, served under names with their hash: immutable for browsers; and the ones that several
// sites share.
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { getMimeType } from 'hono/utils/mime';
import { etagOf } from '../../http/negotiation.ts';
import { START_PATHS } from '../../paths.ts';

/** Files served as one, named after the last. */
type Parts = readonly [...URL[], URL];

/** Content that isn't a file. */
export interface Content {
  readonly file: string;
  readonly body: Buffer<ArrayBuffer>;
}

const responses = new Map<string, () => Response>();

/** The response with a file; undefined for an unknown path. */
export const serveAsset = (path: string) => responses.get(path)?.();

/** Adds files to those that are served, and returns their paths. */
export function staticAssets<Name extends string>(
  sources: Readonly<Record<Name, Parts | Content>>,
) {
  const paths = {} as Record<Name, string>;
  for (const [name, source] of Object.entries<Parts | Content>(sources)) {
    const { file, body } = 'body' in source ? source : joined(source);
    const digest = hash('sha256', body, 'hex').slice(0, 12);
    const path = `${START_PATHS.assets}/${file.replace(/(\.\w+)$/, `.${digest}$1`)}`;
    const headers = {
      'Content-Type': getMimeType(file) ?? 'application/octet-stream',
      'Content-Length': String(body.byteLength),
      'Cache-Control': 'public, max-age=31536000, immutable',
      ETag: etagOf(body),
      'X-Content-Type-Options': 'nosniff',
      // A web worker has its own file's policy; it needs no connection.
      'Content-Security-Policy': "default-src 'none'",
    };
    paths[name as Name] = path;
    responses.set(path, () => new Response(body, { headers }));
  }
  return paths;
}

const joined = (parts: Parts): Content => ({
  file: basename((parts.at(-1) as URL).pathname),
  body: Buffer.concat(parts.map((part) => readFileSync(part))),
});

/** The files of the folder `assets` beside a module. */
export const assetsBeside = (module: string) => (name: string) =>
  new URL(`./assets/${name}`, module);

const shared = assetsBeside(import.meta.url);

/** The first parts of every page's stylesheet, and of pages to read. */
export const TOP_BAR_STYLES = [shared('base.css'), shared('top-bar.css')] as const;
export const TEXT_STYLES = [...TOP_BAR_STYLES, shared('text.css')] as const;

export const COPY_SCRIPT = shared('copy-code.js');
export const { icon: ICON } = staticAssets({ icon: [shared('icon.svg')] });
export const TOKEN_SCRIPT = shared('token.js');
