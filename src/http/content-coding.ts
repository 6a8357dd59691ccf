// Content codings (RFC 9110, section 8.4): those that a client accepts, and the compressors of Node.
import { promisify } from 'node:util';
import { brotliCompress, constants, gunzip, gzip, zstdCompress } from 'node:zlib';
import { parseAccept } from 'hono/utils/accept';

/** The time for compression: an answer gets little, a document more, because its compressed form is kept. */
export type Effort = 'answer' | 'document';

const LEVELS = {
  br: { answer: 4, document: 6 },
  zstd: { answer: 3, document: 12 },
  gzip: { answer: 6, document: 9 },
} as const;

export type Coding = keyof typeof LEVELS;

/** In the order of preference: some clients name zstd, as their HTTP library does, and cannot read it on their runtime. */
const CODINGS = Object.keys(LEVELS) as readonly Coding[];

type Compressor = (content: Uint8Array, level: number) => Promise<Uint8Array>;

/** They run on the threads of libuv, not on the event loop. */
const COMPRESSORS: Readonly<Record<Coding, Compressor>> = {
  br: (content, level) => promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: level } }),
  zstd: (content, level) =>
    promisify(zstdCompress)(content, { params: { [constants.ZSTD_c_compressionLevel]: level } }),
  gzip: (content, level) => promisify(gzip)(content, { level }),
};

export const compress = (content: Uint8Array, coding: Coding, effort: Effort): Promise<Uint8Array> =>
  COMPRESSORS[coding](content, LEVELS[coding][effort]);

const ANY = '*';
const NONE = 'identity';

interface Accepted {
  /** The coding that the client prefers; undefined: none. */
  readonly coding: Coding | undefined;
  /** Whether the client refuses a content without a coding. */
  readonly isRequired: boolean;
}

/** Reads Accept-Encoding; without the header the answer has no coding. */
export function acceptedCoding({ headers }: Request): Accepted {
  const accepted = parseAccept(headers.get('accept-encoding') ?? '');
  const entry = (name: string) => accepted.find(({ type }) => type.toLowerCase() === name);
  const quality = (name: string) => (entry(name) ?? entry(ANY))?.q ?? 0;
  const [best] = CODINGS.toSorted((a, b) => quality(b) - quality(a));
  const isLiked = best !== undefined && quality(best) > 0 && quality(best) >= (entry(NONE)?.q ?? 0);
  return { coding: isLiked ? best : undefined, isRequired: (entry(NONE) ?? entry(ANY))?.q === 0 };
}

/** zlib's code for a content that is longer than it may be. */
const TOO_LARGE = 'ERR_BUFFER_TOO_LARGE';

/** The content of gzip, inflated no further than to `maxBytes`. */
export async function inflate(content: Uint8Array, maxBytes: number): Promise<Uint8Array | 'tooLarge' | 'malformed'> {
  try {
    return await promisify(gunzip)(content, { maxOutputLength: maxBytes });
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === TOO_LARGE ? 'tooLarge' : 'malformed';
  }
}
