// The response headers of `headers.yaml` in a version's document: as components, and as references to them.
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { oas31 } from 'zod-openapi';
import type { VersionName } from '../operation/versions.ts';
import { filled } from './filled.ts';

type Components = Readonly<Record<string, oas31.HeaderObject>>;

const HEADERS: Components = parse(
  readFileSync(new URL('./headers.yaml', import.meta.url), 'utf8'),
);

/** The headers of a deprecated version. */
const DEPRECATED = {
  Deprecation: 'When the version was deprecated, in seconds of Unix time (RFC 9745).',
  Sunset: 'When the version ends, as an HTTP date (RFC 8594).',
};

/** Headers whose component has another name. */
const HEADER_NAMES: Readonly<Record<string, string>> = {
  CreatedETag: 'ETag',
  UpdatedETag: 'ETag',
  InsufficientScope: 'WWW-Authenticate',
};

/** The headers of the create rate limit. */
export const OF_BUDGET = ['RateLimit-Policy', 'RateLimit'];

export type Headers = ReturnType<typeof createHeaders>;

export function createHeaders(
  version: VersionName,
  lifecycle: Readonly<Record<string, string>>,
  isTest: boolean,
) {
  const { 'Preference-Applied': _, ...others } = HEADERS;
  const deprecated = Object.entries(DEPRECATED).filter(([name]) => lifecycle[name]);
  const ofLifecycle = deprecated.map(([name, description]) => {
    const schema = { type: 'string', example: lifecycle[name] } as const;
    return [name, { description, schema }] as const;
  });
  const components: Components = {
    ...filled(isTest ? HEADERS : others, () => version),
    ...Object.fromEntries(ofLifecycle),
  };
  return {
    components,
    /** `hasCaller` is false without a valid token. */
    refs(own: readonly string[] = [], hasCaller = true): oas31.HeadersObject {
      const stage = deprecated.map(([name]) => name);
      const ofCaller = hasCaller ? ['Token-Permissions', 'Token-Expires'] : [];
      const ofRehearsal = isTest ? ['Preference-Applied'] : [];
      const all = [
        'X-API-Version',
        'X-Request-Id',
        ...stage,
        ...ofCaller,
        ...own,
        ...ofRehearsal,
      ];
      const unknown = all.find((name) => !Object.hasOwn(components, name));
      if (unknown) throw new Error(`headers.yaml has no ${unknown}`);
      return Object.fromEntries(
        all.map((name) => [
          HEADER_NAMES[name] ?? name,
          { $ref: `#/components/headers/${name}` },
        ]),
      );
    },
  };
}
