// Whether a client prefers an HTML page to JSON, by its Accept header (RFC 9110, section 12.5.1).
import { parseAccept } from 'hono/utils/accept';

const HTML = 'text/html';

/** Media ranges that JSON satisfies, `*` + `/*` of clients without a preference among them. */
const JSON_RANGES = ['application/json', 'application/graphql-response+json', 'application/*', '*/*'];

/**
 * True for the navigation of a browser, which names text/html first. An API client names JSON, accepts anything or sends no
 * header. A response that depends on it has `Vary: Accept`.
 */
export function prefersHtml({ headers }: Request): boolean {
  const first = parseAccept(headers.get('accept') ?? '').find(({ type }) =>
    [HTML, ...JSON_RANGES].includes(type.toLowerCase()),
  );
  return first?.type.toLowerCase() === HTML && first.q > 0;
}
