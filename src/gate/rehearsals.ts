// The preferences of a request on a test deployment (Prefer, RFC 7240): the failure that it rehearses, and the wait of its response.
import type { Rehearsal } from '../operation/context.ts';
import { REHEARSED_STATUSES } from '../operation/rehearsal.ts';

const MAX_WAIT_SECONDS = 30;

/** Undefined for a request without a preference that the service knows; other values are ignored. */
export function readRehearsal({ headers }: Request): Rehearsal | undefined {
  if (!headers.has('prefer')) return undefined;
  const given = preferences(headers);
  const integer = (name: string) => (/^\d{1,3}$/.test(given.get(name) ?? '') ? Number(given.get(name)) : 0);
  const [code, wait] = [integer('code'), integer('wait')];
  const isKnown = REHEARSED_STATUSES.includes(code);
  const waitSeconds = wait >= 1 && wait <= MAX_WAIT_SECONDS ? wait : undefined;
  return isKnown || waitSeconds ? { code: isKnown ? code : undefined, waitSeconds, applied: new Set() } : undefined;
}

/** In characters; a longer header has no preferences: it is for the short ones that the service knows. */
const MAX_LENGTH = 500;

/** A preference with its value, and its parameters, which are left out; reading ends at the first fault of the list. */
const PREFERENCE = /[\s,]*([^\s=;,"]+)\s*(?:=\s*(?:"([^"]*)"|([^\s;,"]*)))?[^,"]*(?:"[^"]*"[^,"]*)*(?:,|$)/gy;

/** The first preference of each name; names are in lower case, and one without a value has the empty one. */
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
