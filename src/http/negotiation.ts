// Content negotiation (RFC 9110): HTML, Markdown or JSON by the request's headers (section 12.5.1), and what the client
// has by its ETag (sections 8.8.3 and 13.1).
import { createHash } from 'node:crypto';
import { parseAccept } from 'hono/utils/accept';

const HTML = 'text/html';

/** Media ranges that JSON satisfies, including the `*` + `/*` of clients without a preference. */
const JSON_RANGES = [
  'application/json',
  'application/graphql-response+json',
  'application/*',
  '*/*',
];

const MARKDOWN = 'text/markdown';

/** The first of the media ranges by preference, in lower case; undefined if the header has none of them. */
const firstOf = ({ headers }: Request, ranges: readonly string[]): string | undefined => {
  const accepted = parseAccept(headers.get('accept') ?? '').map(({ type, q }) => ({
    type: type.toLowerCase(),
    q,
  }));
  return accepted.find(({ type, q }) => ranges.includes(type) && q > 0)?.type;
};

/**
 * Whether a browser navigates, which names text/html first. API clients name JSON, accept anything or send no header. A
 * response that depends on it has `Vary: Accept`.
 */
export const prefersHtml = (request: Request): boolean =>
  firstOf(request, [HTML, ...JSON_RANGES]) === HTML;

/** Whether a program names Markdown before HTML and wildcards. */
export const prefersMarkdown = (request: Request): boolean =>
  firstOf(request, [MARKDOWN, HTML, 'text/*', '*/*']) === MARKDOWN;

const OPAQUE_TAG = /"[^"]*"/g;

const ENTITY_TAG = /((?:W\/)?"[^"]*")/;

export const etagOf = (content: string | Uint8Array) =>
  `"${createHash('sha256').update(content).digest('base64url')}"`;

/** The ETag of the same content in a coding, whose bytes differ. */
export const ofCoding = (etag: string, coding: string): string => etag.replace(/"$/, `.${coding}"`);

const CODING = /\.(?:zstd|br|gzip)"$/;

/** The ETag without its coding and without the weak prefix. */
const plain = (etag: string): string => etag.replace(/^W\//, '').replace(CODING, '"');

/**
 * A list such as If-Match for documents, with quotes in brackets as some dialects want them: `*`, or tags with commas
 * between.
 */
export const TAGS_PATTERN = String.raw`^(?:[*]|[\s,]*(?:W/)?["][^"]*["](?:\s*,[\s,]*(?:W/)?["][^"]*["])*[\s,]*)$`;

/** The strong ETags of a list such as If-Match, in any coding; undefined if it isn't a list of ETags. */
export function strongTags(list: string): string[] | undefined {
  const parts = list.split(ENTITY_TAG);
  const tags = parts.filter((_, index) => index % 2 === 1);
  const isList = parts.every((part, at) => {
    if (at % 2 === 1) return true;
    return /^[\s,]*$/.test(part) && (at === 0 || at === parts.length - 1 || part.includes(','));
  });
  return isList && tags.length > 0
    ? tags.filter((tag) => tag.startsWith('"')).map(plain)
    : undefined;
}

/** Whether If-None-Match lists the ETag or is `*`, so that the response is 304; weak and strong ETags compare equal. */
export function isNotModified({ headers }: Request, etag: string): boolean {
  const condition = headers.get('if-none-match') ?? '';
  return (
    condition.trim() === '*' ||
    [...condition.matchAll(OPAQUE_TAG)].some(([tag]) => plain(tag) === plain(etag))
  );
}
