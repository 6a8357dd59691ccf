// The header Prefer (RFC 7240, section 2): its preferences by name, the first of each name.

/** In characters; a longer header has no preferences: it is for the short ones that the service knows. */
const MAX_LENGTH = 500;

/** A preference with its value, and its parameters, which are left out; reading ends at the first fault of the list. */
const PREFERENCE = /[\s,]*([^\s=;,"]+)\s*(?:=\s*(?:"([^"]*)"|([^\s;,"]*)))?[^,"]*(?:"[^"]*"[^,"]*)*(?:,|$)/gy;

/** Names are in lower case; a preference without a value has the empty one. */
export function preferences(headers: Headers): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const header = headers.get('prefer') ?? '';
  if (header.length > MAX_LENGTH) return found;
  for (const [, name = '', quoted, plain = ''] of header.matchAll(PREFERENCE)) {
    const key = name.toLowerCase();
    if (!found.has(key)) found.set(key, quoted ?? plain);
  }
  return found;
}
