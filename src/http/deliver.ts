// The last step of a response: 304 for content that the client has, compression, no body for HEAD (D41, D42).
import { Response } from '@whatwg-node/fetch';
import { COMPRESSIBLE_CONTENT_TYPE_REGEX } from 'hono/utils/compress';
import { keepUpTo } from '../operation/kept-values.ts';
import { acceptedCoding, type Coding, compress, type Effort } from './content-coding.ts';
import { isNotModified, ofCoding } from './etag.ts';
import { isRead } from './respond.ts';

/** In bytes; compression hardly makes a shorter content smaller. */
const MIN_COMPRESSED = 1024;

/** In bytes. Node keeps three bytes for each character of a text that the client has not read yet, and nothing beside bytes. */
const MIN_BYTES = 64 * 1024;

/** Documents in memory, in one coding each. */
const MAX_KEPT = 50;

/** The response as it is sent: an answer is compressed for each request, a document once. */
export function createDeliver() {
  /** By ETag, which names the coding too. */
  const kept = keepUpTo<Promise<Uint8Array>>(MAX_KEPT);

  function documentIn(response: Response, coding: Coding): Promise<Uint8Array> {
    const key = response.headers.get('ETag') ?? '';
    return kept(key) ?? kept(key, contentIn(response, coding, 'document'));
  }

  return async (request: Request, response: Response, kind: Effort): Promise<Response> => {
    const coding = responseCoding(request, response, kind);
    const etag = response.headers.get('ETag');
    if (etag && coding) response.headers.set('ETag', ofCoding(etag, coding));
    if (isRead(request) && response.status === 200 && etag && isNotModified(request, etag))
      return notModified(response);
    const sent = coding
      ? withContent(response, await (kind === 'document' ? documentIn : contentIn)(response, coding, kind), coding)
      : sizeOf(response) >= MIN_BYTES
        ? withContent(response, await response.bytes())
        : response;
    return request.method === 'HEAD' ? new Response(null, sent) : sent;
  };
}

/** The types of hono are without YAML (RFC 9512). */
const isText = (type: string) => COMPRESSIBLE_CONTENT_TYPE_REGEX.test(type) || type === 'application/yaml';

/** In bytes; 0 for a stream. */
const sizeOf = ({ headers }: Response) => Number(headers.get('Content-Length') ?? 0);

function responseCoding(request: Request, response: Response, kind: Effort): Coding | undefined {
  const { headers } = response;
  const size = sizeOf(response);
  // A page of the dashboard has no ETag. Its compressed length would give away the secrets in it (BREACH).
  const isMeant = kind === 'answer' || headers.has('ETag');
  const isCompressible = isMeant && isText(headers.get('Content-Type') ?? '');
  if (size === 0 || !isCompressible) return undefined;
  if (!headers.get('Vary')?.includes('Accept-Encoding')) headers.append('Vary', 'Accept-Encoding');
  if (!request.headers.has('accept-encoding')) return undefined;
  const { coding, isRequired } = acceptedCoding(request);
  return (size >= MIN_COMPRESSED || isRequired) && response.body ? coding : undefined;
}

const contentIn = async (response: Response, coding: Coding, kind: Effort): Promise<Uint8Array> =>
  compress(await response.bytes(), coding, kind);

function withContent(response: Response, content: Uint8Array, coding?: Coding): Response {
  const headers = new Headers(response.headers);
  if (coding) headers.set('Content-Encoding', coding);
  headers.set('Content-Length', String(content.byteLength));
  return new Response(content as BodyInit, { status: response.status, headers });
}

/** Headers of a 200 that a 304 does not have, because it has no content. */
const CONTENT_HEADERS = ['Content-Type', 'Content-Length'];

function notModified(response: Response): Response {
  const headers = new Headers(response.headers);
  for (const name of CONTENT_HEADERS) headers.delete(name);
  return new Response(null, { status: 304, headers });
}
