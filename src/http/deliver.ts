// The last step of a response: 304 for content the client has, compression by Accept-Encoding (RFC 9110, section 8.4),
// no body for HEAD.
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib';
import { Response } from '@whatwg-node/fetch';
import { parseAccept } from 'hono/utils/accept';
import { COMPRESSIBLE_CONTENT_TYPE_REGEX } from 'hono/utils/compress';
import { RecentlyUsed } from '../recently-used.ts';
import { isNotModified, ofCoding } from './negotiation.ts';
import { isRead } from './respond.ts';

/** How hard to compress: little for responses compressed each time, more for those whose compressed form is kept. */
type Effort = 'each' | 'kept';

type Compressor = Readonly<Record<Effort, number>> & {
  compress(content: Uint8Array, level: number): Promise<Uint8Array>;
};

/**
 * Node's compressors with their levels, which run on libuv's threads. In order of preference: zstd comes after br,
 * because some clients advertise it with their HTTP library but can't read it on their runtime.
 */
const COMPRESSORS: Readonly<Record<'br' | 'zstd' | 'gzip', Compressor>> = {
  br: {
    each: 4,
    kept: 6,
    compress: (content, level) =>
      promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: level } }),
  },
  zstd: {
    each: 3,
    kept: 12,
    compress: (content, level) =>
      promisify(zstdCompress)(content, { params: { [constants.ZSTD_c_compressionLevel]: level } }),
  },
  gzip: { each: 6, kept: 9, compress: (content, level) => promisify(gzip)(content, { level }) },
};

type Coding = keyof typeof COMPRESSORS;
const CODINGS = Object.keys(COMPRESSORS) as readonly Coding[];

const ANY = '*';
const NONE = 'identity';

/**
 * The client's preferred coding by Accept-Encoding, undefined for none and without the header; and whether the client
 * rejects content without a coding.
 */
export function acceptedCoding({ headers }: Request): {
  coding: Coding | undefined;
  isRequired: boolean;
} {
  const accepted = parseAccept(headers.get('accept-encoding') ?? '');
  const entry = (name: string) => accepted.find(({ type }) => type.toLowerCase() === name);
  const quality = (name: string) => (entry(name) ?? entry(ANY))?.q ?? 0;
  const [best] = CODINGS.toSorted((a, b) => quality(b) - quality(a));
  const isLiked = best !== undefined && quality(best) > 0 && quality(best) >= (entry(NONE)?.q ?? 0);
  return { coding: isLiked ? best : undefined, isRequired: (entry(NONE) ?? entry(ANY))?.q === 0 };
}

/** In bytes; compression hardly shrinks shorter content. */
const MIN_COMPRESSED = 1024;

/**
 * In bytes. Node keeps three bytes per character of a string the client hasn't read yet, but nothing extra for bytes.
 */
const MIN_BYTES = 64 * 1024;

/** Compressed responses in memory, each in one coding. */
const MAX_KEPT = 50;

/** The response as it is sent: compressed for each request, or once if it is kept by its ETag. */
export function createDeliver() {
  /** By ETag, which names the coding too. */
  const kept = new RecentlyUsed<string, Promise<Uint8Array>>(MAX_KEPT);
  const keptContentIn = (response: Response, coding: Coding): Promise<Uint8Array> =>
    kept.of(response.headers.get('ETag') ?? '', () => contentIn(response, coding, 'kept'));

  return async (request: Request, response: Response, kind: Effort): Promise<Response> => {
    const coding = responseCoding(request, response, kind);
    const etag = response.headers.get('ETag');
    if (etag && coding) response.headers.set('ETag', ofCoding(etag, coding));
    if (isRead(request) && response.status === 200 && etag && isNotModified(request, etag))
      return notModified(response);
    const compress = kind === 'kept' ? keptContentIn : contentIn;
    const isLong = sizeOf(response) >= MIN_BYTES;
    const content = coding
      ? await compress(response, coding, kind)
      : isLong && (await response.bytes());
    const sent = content ? withContent(response, content, coding) : response;
    return request.method === 'HEAD' ? new Response(null, sent) : sent;
  };
}

/** hono's types lack YAML (RFC 9512). */
const isText = (type: string) =>
  COMPRESSIBLE_CONTENT_TYPE_REGEX.test(type) || type === 'application/yaml';

/** In bytes; 0 for a stream. */
const sizeOf = ({ headers }: Response) => Number(headers.get('Content-Length') ?? 0);

function responseCoding(request: Request, response: Response, kind: Effort): Coding | undefined {
  const { headers } = response;
  const size = sizeOf(response);
  // Dashboard pages have no ETag: their compressed length would reveal secrets in them (BREACH).
  const isMeant = kind === 'each' || headers.has('ETag');
  const isCompressible = isMeant && isText(headers.get('Content-Type') ?? '');
  if (size === 0 || !isCompressible) return undefined;
  if (!headers.get('Vary')?.includes('Accept-Encoding')) headers.append('Vary', 'Accept-Encoding');
  if (!request.headers.has('accept-encoding')) return undefined;
  const { coding, isRequired } = acceptedCoding(request);
  return (size >= MIN_COMPRESSED || isRequired) && response.body ? coding : undefined;
}

async function contentIn(response: Response, coding: Coding, kind: Effort): Promise<Uint8Array> {
  const { compress, [kind]: level } = COMPRESSORS[coding];
  return compress(await response.bytes(), level);
}

function withContent(response: Response, content: Uint8Array, coding?: Coding): Response {
  const headers = new Headers(response.headers);
  if (coding) headers.set('Content-Encoding', coding);
  headers.set('Content-Length', String(content.byteLength));
  return new Response(content as BodyInit, { status: response.status, headers });
}

function notModified(response: Response): Response {
  const headers = new Headers(response.headers);
  for (const name of ['Content-Type', 'Content-Length']) headers.delete(name);
  return new Response(null, { status: 304, headers });
}
