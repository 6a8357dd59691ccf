// The response headers of `headers.yaml` in a version's document: as components, and as references to them.
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { oas31 } from 'zod-openapi';
import type { Codec } from '../rest/codec.ts';
import { filled } from './filled.ts';

const HEADERS: Readonly<Record<string, oas31.HeaderObject>> = parse(
  readFileSync(new URL('./headers.yaml', import.meta.url), 'utf8'),
);

/** The headers of a deprecated version. */
const LIFECYCLE = ['Deprecation', 'Sunset'];

/** The header of a test deployment. */
const REHEARSAL = 'Preference-Applied';

/** Headers whose component has another name. */
const HEADER_NAMES: Readonly<Record<string, string>> = {
  CreatedETag: 'ETag',
  UpdatedETag: 'ETag',
  InsufficientScope: 'WWW-Authenticate',
};

/** The header of a component. */
export const headerOf = (component: string) => HEADER_NAMES[component] ?? component;

/** The headers of the create rate limit. */
export const OF_BUDGET = ['RateLimit-Policy', 'RateLimit'];

export type Headers = ReturnType<typeof createHeaders>;

export function createHeaders(
  { version, revisionTag }: Codec,
  lifecycle: Readonly<Record<string, string>>,
  isTest: boolean,
) {
  const values: Readonly<Record<string, string>> = {
    version,
    firstTag: revisionTag(1),
    secondTag: revisionTag(2),
    ...lifecycle,
  };
  const absent = LIFECYCLE.filter((name) => !lifecycle[name]).concat(isTest ? [] : REHEARSAL);
  const isPresent = (name: string) => !absent.includes(name);
  const present = Object.entries(HEADERS).filter(([name]) => isPresent(name));
  const components = filled(Object.fromEntries(present), (name) => values[name]);
  return {
    components,
    /** `hasCaller` is false without a valid token. */
    refs(own: readonly string[] = [], hasCaller = true) {
      const ofCaller = hasCaller ? ['Token-Permissions', 'Token-Expires'] : [];
      const all = [
        'X-API-Version',
        'X-Request-Id',
        ...LIFECYCLE,
        ...ofCaller,
        ...own,
        REHEARSAL,
      ].filter(isPresent);
      const unknown = all.find((name) => !Object.hasOwn(components, name));
      if (unknown) throw new Error(`headers.yaml has no ${unknown}`);
      return Object.fromEntries(
        all.map((name) => [headerOf(name), { $ref: `#/components/headers/${name}` }]),
      );
    },
  };
}
