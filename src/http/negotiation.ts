// Content negotiation (RFC 9110): HTML or JSON and the coding by the request's headers (section 12.5), and
// what the client has by its ETag (sections 8.8.3 and 13.1).
import { hash } from 'node:crypto';
import { parseAccept } from 'hono/utils/accept';

const HTML = 'text/html';

/** HTML, and media ranges that JSON satisfies, including the `*` + `/*` of clients without a preference. */
const RANGES = [
  HTML,
  'application/json',
  'application/graphql-response+json',
  'application/*',
  '*/*',
];

const acceptedTypes = ({ headers }: Request) =>
  parseAccept(headers.get('accept')?.toLowerCase() ?? '').filter(({ q }) => q > 0);

/** Whether the client names this media type. */
export const accepts = (request: Request, mediaType: string) =>
  acceptedTypes(request).some(({ type }) => type === mediaType);

/**
 * Whether a browser navigates, which names text/html first. API clients name JSON, accept anything or send no header. A
 * response that depends on it has `Vary: Accept`.
 */
export const prefersHtml = (request: Request) =>
  acceptedTypes(request).find(({ type }) => RANGES.includes(type))?.type === HTML;

/**
 * The content codings, in order of preference: zstd comes after br, because some clients advertise it with their HTTP
 * library but can't read it on their runtime.
 */
export const CODINGS = ['br', 'zstd', 'gzip'] as const;

export type Coding = (typeof CODINGS)[number];

/** The client's preferred coding by Accept-Encoding; undefined for none and without the header. */
export function acceptedCoding({ headers }: Request): Coding | undefined {
  const accepted = parseAccept(headers.get('accept-encoding') ?? '');
  const entry = (name: string) => accepted.find(({ type }) => type.toLowerCase() === name);
  const quality = (name: string) => (entry(name) ?? entry('*'))?.q ?? 0;
  const [best] = CODINGS.toSorted((a, b) => quality(b) - quality(a));
  const most = best ? quality(best) : 0;
  return most > 0 && most >= (entry('identity')?.q ?? 0) ? best : undefined;
}

const OPAQUE_TAG = /"[^"]*"/g;

const ENTITY_TAG = /(?:W\/)?"[^"]*"/g;

export const etagOf = (content: string | Uint8Array) =>
  `"${hash('sha256', content, 'base64url')}"`;

/** The ETag of the same content in a coding, whose bytes differ. */
export const ofCoding = (etag: string, coding: Coding) => etag.replace(/"$/, `.${coding}"`);

/** A coding at the end of an ETag: ours after a dot, or what a compressing proxy appends (`-gzip`, `;gzip`). */
const CODING = new RegExp(`[.;-](?:${CODINGS.join('|')})"$`);

/** For documents: what compressing proxies make of an ETag. */
export const CHANGED_TAGS = ['`W/"…"`', ...CODINGS.map((coding) => `\`"…-${coding}"\``)];

/** The ETag as it was made: without its coding, and without the `W/` with which compressing proxies weaken it. */
const plain = (etag: string) => etag.replace(/^W\//, '').replace(CODING, '"');

/**
 * A list such as If-Match for documents, with quotes in brackets as some dialects want them: `*`, or tags with commas
 * between.
 */
export const TAGS_PATTERN = String.raw`^(?:[*]|[\s,]*(?:W/)?["][^"]*["](?:\s*,[\s,]*(?:W/)?["][^"]*["])*[\s,]*)$`;

const TAG_LIST = new RegExp(TAGS_PATTERN);

/** The ETags of a list such as If-Match, in any coding; undefined if it isn't a list of ETags. */
export const listedTags = (list: string) =>
  TAG_LIST.test(list) ? (list.match(ENTITY_TAG) ?? []).map(plain) : undefined;

/** Whether If-None-Match lists the ETag or is `*`, so that the response is 304; weak and strong ETags compare equal. */
export function isNotModified({ headers }: Request, etag: string): boolean {
  const condition = headers.get('if-none-match') ?? '';
  return (
    condition.trim() === '*' ||
    [...condition.matchAll(OPAQUE_TAG)].some(([tag]) => plain(tag) === plain(etag))
  );
}
