// Whether a client prefers HTML to JSON, or Markdown to HTML, by its Accept header (RFC 9110, section 12.5.1).
import { parseAccept } from 'hono/utils/accept';

const HTML = 'text/html';

/** Media ranges that JSON satisfies, `*` + `/*` of clients without a preference among them. */
const JSON_RANGES = ['application/json', 'application/graphql-response+json', 'application/*', '*/*'];

const MARKDOWN = 'text/markdown';

/** The first of the media ranges by preference, in lower case; undefined for a header without any of them. */
const firstOf = ({ headers }: Request, ranges: readonly string[]): string | undefined => {
  const accepted = parseAccept(headers.get('accept') ?? '').map(({ type, q }) => ({ type: type.toLowerCase(), q }));
  return accepted.find(({ type, q }) => ranges.includes(type) && q > 0)?.type;
};

/**
 * True for the navigation of a browser, which names text/html first. An API client names JSON, accepts anything or sends no
 * header. A response that depends on it has `Vary: Accept`.
 */
export const prefersHtml = (request: Request): boolean => firstOf(request, [HTML, ...JSON_RANGES]) === HTML;

/** True for a program that names Markdown before HTML and before anything. */
export const prefersMarkdown = (request: Request): boolean =>
  firstOf(request, [MARKDOWN, HTML, 'text/*', '*/*']) === MARKDOWN;
