// Static files of all pages, served under names with their hash: immutable for browsers; and the ones that several
// sites share.
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { getMimeType } from 'hono/utils/mime';
import { etagOf } from '../../http/negotiation.ts';
import { START_PATHS } from '../../paths.ts';

const responses = new Map<string, () => Response>();

/** The response with a file; undefined for an unknown path. */
export const serveAsset = (path: string) => responses.get(path)?.();

/** Serves content under the name of a file, and returns its path. */
export function contentAsset(file: string, body: Buffer<ArrayBuffer>) {
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
  responses.set(path, () => new Response(body, { headers }));
  return path;
}

/** Serves files as one, named after the last, and returns its path. */
export const asset = (...files: readonly URL[]) =>
  contentAsset(
    basename(files.at(-1)?.pathname ?? ''),
    Buffer.concat(files.map((file) => readFileSync(file))),
  );

/** The files of the folder `assets` beside a module. */
export const assetsBeside = (module: string) => (name: string) =>
  new URL(`./assets/${name}`, module);

const shared = assetsBeside(import.meta.url);

/** The first parts of every page's stylesheet, and of pages to read. */
export const TOP_BAR_STYLES = [shared('base.css'), shared('top-bar.css')] as const;
export const TEXT_STYLES = [...TOP_BAR_STYLES, shared('text.css')] as const;

export const COPY_SCRIPT = shared('copy-code.js');
export const ICON = asset(shared('icon.svg'));
export const TOKEN_SCRIPT = shared('token.js');
