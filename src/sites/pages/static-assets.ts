// Static files of pages, served under names with their hash: immutable for browsers; and the ones that several sites
// share.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { getMimeType } from 'hono/utils/mime';
import { etagOf } from '../../http/negotiation.ts';

const HASH_LENGTH = 12;

/** Files served as one, named after the last. */
type Parts = readonly [...URL[], URL];

/** Content that isn't a file: read when it is sent, and not kept beyond a garbage collection. */
export interface Content {
  readonly file: string;
  read(): Buffer<ArrayBuffer>;
}

export interface StaticAssets<Name extends string> {
  readonly paths: Readonly<Record<Name, string>>;
  /** The response for one of the paths, undefined for any other. */
  serve(path: string): Response | undefined;
}

export function createStaticAssets<Name extends string>(
  basePath: string,
  sources: Readonly<Record<Name, Parts | Content>>,
): StaticAssets<Name> {
  const paths = {} as Record<Name, string>;
  const responses = new Map<string, () => Response>();
  for (const [name, source] of Object.entries<Parts | Content>(sources)) {
    const { file, read } = 'read' in source ? weaklyKept(source) : joined(source);
    const body = read();
    const hash = createHash('sha256').update(body).digest('hex').slice(0, HASH_LENGTH);
    const path = `${basePath}/${file.replace(/(\.\w+)$/, `.${hash}$1`)}`;
    const headers = headersOf(file, body);
    paths[name as Name] = path;
    responses.set(path, () => new Response(readWhenSent(read), { headers: { ...headers } }));
  }
  return { paths, serve: (path) => responses.get(path)?.() };
}

function joined(parts: Parts): Content {
  const body = Buffer.concat(parts.map((part) => readFileSync(part)));
  return { file: basename((parts.at(-1) as URL).pathname), read: () => body };
}

function weaklyKept({ file, read }: Content): Content {
  let held: WeakRef<ReturnType<typeof read>> | undefined;
  const readAgain = () => {
    const body = read();
    held = new WeakRef(body);
    return body;
  };
  return { file, read: () => held?.deref() ?? readAgain() };
}

/** The body isn't read for HEAD, for 304, or if a compressed copy is in memory. */
const readWhenSent = (read: Content['read']): ReadableStream =>
  new ReadableStream(
    {
      pull(sink) {
        sink.enqueue(read());
        sink.close();
      },
    },
    { highWaterMark: 0 },
  );

const headersOf = (file: string, body: Buffer) => ({
  'Content-Type': getMimeType(file) ?? 'application/octet-stream',
  'Content-Length': String(body.byteLength),
  'Cache-Control': 'public, max-age=31536000, immutable',
  ETag: etagOf(body),
  'X-Content-Type-Options': 'nosniff',
  // A web worker has its own file's policy; it needs no connection.
  'Content-Security-Policy': "default-src 'none'",
});

const shared = (name: string) => new URL(`./assets/${name}`, import.meta.url);

/** The first parts of every page's stylesheet, and of pages to read. */
export const TOP_BAR_STYLES = [shared('base.css'), shared('top-bar.css')] as const;
export const TEXT_STYLES = [...TOP_BAR_STYLES, shared('text.css')] as const;

export const COPY_SCRIPT = shared('copy-code.js');
export const ICON = shared('icon.svg');
export const TOKEN_SCRIPT = shared('token.js');
