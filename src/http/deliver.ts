// The last step of a response: 304 for content the client has, compression by Accept-Encoding (RFC 9110, section 8.4),
// no body for HEAD.
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib';
import { Response } from '@whatwg-node/fetch';
import { COMPRESSIBLE_CONTENT_TYPE_REGEX } from 'hono/utils/compress';
import { LRUCache } from 'lru-cache';
import { acceptedCoding, type Coding, isNotModified, ofCoding } from './negotiation.ts';
import { isRead } from './respond.ts';

type Compress = (content: Uint8Array) => Promise<Uint8Array>;

const { BROTLI_PARAM_QUALITY, ZSTD_c_compressionLevel } = constants;

/** Node's compressors, which run on libuv's threads. */
const COMPRESSORS: Readonly<Record<Coding, Compress>> = {
  br: (content) =>
    promisify(brotliCompress)(content, { params: { [BROTLI_PARAM_QUALITY]: 4 } }),
  zstd: (content) =>
    promisify(zstdCompress)(content, { params: { [ZSTD_c_compressionLevel]: 3 } }),
  gzip: (content) => promisify(gzip)(content),
};

/** In bytes; compression hardly shrinks shorter content. */
export const MIN_COMPRESSED = 1024;

/**
 * In bytes. Node keeps three bytes per character of a string the client hasn't read yet, but nothing extra for bytes.
 */
const MIN_BYTES = 64 * 1024;

/** Compressed responses in memory, each in one coding. */
const MAX_KEPT = 50;

/** `each` is compressed for each request, `kept` once, by its ETag. */
type Kind = 'each' | 'kept';

/** The response as it is sent. */
export function createDeliver() {
  /** By ETag, which names the coding too. */
  const kept = new LRUCache<string, Promise<Uint8Array>>({ max: MAX_KEPT });
  const keptContentIn = (response: Response, coding: Coding): Promise<Uint8Array> => {
    const etag = response.headers.get('ETag') ?? '';
    const known = kept.get(etag);
    if (known) return known;
    const content = contentIn(response, coding);
    kept.set(etag, content);
    content.catch(() => kept.delete(etag));
    return content;
  };

  return async (request: Request, response: Response, kind: Kind): Promise<Response> => {
    const coding = responseCoding(request, response, kind);
    const etag = response.headers.get('ETag');
    if (etag && coding) response.headers.set('ETag', ofCoding(etag, coding));
    if (isRead(request) && response.status === 200 && etag && isNotModified(request, etag))
      return notModified(response);
    const compress = kind === 'kept' ? keptContentIn : contentIn;
    const isLong = sizeOf(response) >= MIN_BYTES;
    const content = coding
      ? await compress(response, coding)
      : isLong && (await response.bytes());
    const sent = content ? withContent(response, content, coding) : response;
    return request.method === 'HEAD' ? new Response(null, sent) : sent;
  };
}

/** In bytes; 0 for a stream. */
const sizeOf = ({ headers }: Response) => Number(headers.get('Content-Length') ?? 0);

function responseCoding(
  request: Request,
  response: Response,
  kind: Kind,
): Coding | undefined {
  const { headers } = response;
  const size = sizeOf(response);
  // Dashboard pages have no ETag: their compressed length would reveal secrets in them (BREACH).
  const isMeant = kind === 'each' || headers.has('ETag');
  const type = headers.get('Content-Type') ?? '';
  // hono's types lack YAML (RFC 9512).
  const isText = COMPRESSIBLE_CONTENT_TYPE_REGEX.test(type) || type === 'application/yaml';
  if (size === 0 || !isMeant || !isText) return undefined;
  if (!headers.get('Vary')?.includes('Accept-Encoding'))
    headers.append('Vary', 'Accept-Encoding');
  if (!request.headers.has('accept-encoding')) return undefined;
  return size >= MIN_COMPRESSED && response.body ? acceptedCoding(request) : undefined;
}

const contentIn = async (response: Response, coding: Coding) =>
  COMPRESSORS[coding](await response.bytes());

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
