// The headers of the contract, as components of the OpenAPI document (sections 4, 7 and 9).
import type { oas31 } from 'zod-openapi';
import { DEMO_IDS } from '../demo/demo-data.ts';
import type { VersionName } from '../operation/versions.ts';
import { productPath } from '../paths.ts';

/** A string header that some responses have. */
const sometimes = (description: string, schema: Omit<oas31.SchemaObject & object, 'type'>) => ({
  description,
  schema: { type: 'string' as const, ...schema },
});

/** A string header in every response of its kind. */
const always = (...text: Parameters<typeof sometimes>) => ({
  ...sometimes(...text),
  required: true,
});

const HEADERS = {
  'X-API-Version': always(
    "The API version that was used: from `service-version`, else the token's, else the latest.",
    {
      format: 'date',
    },
  ),
  'X-Request-Id': always(
    "Identifies this request in the service's log; quote it when you report a problem.",
    {
      format: 'uuid',
      example: '0b9c5e5e-7c1f-4c39-9a59-4f0e5d4ad1a3',
    },
  ),
  ETag: always("Identifies the resource's current state, for `If-None-Match` and `If-Match`.", {
    example: '"2025-08-16.1"',
  }),
  CreatedETag: sometimes(
    'The `ETag` of the new product or bundle; absent in a replayed response.',
    {
      example: '"2025-08-16.1"',
    },
  ),
  UpdatedETag: sometimes('The `ETag` of the updated product; absent in a replayed response.', {
    example: '"2025-08-16.2"',
  }),
  Location: always('The path of the new product or bundle.', {
    format: 'uri-reference',
    example: productPath(DEMO_IDS.nextProduct),
  }),
  'Retry-After': {
    description: 'Seconds after which the request succeeds.',
    schema: { type: 'integer', minimum: 1, example: 30 },
    required: true,
  },
  Accept: always('The accepted type of body.', { example: 'application/json' }),
  'Accept-Encoding': always('The accepted content encoding of a body.', { example: 'gzip' }),
  Allow: always('The methods that the path supports.', { example: 'GET, HEAD, PUT' }),
  'Idempotency-Replayed': sometimes(
    'Present if the response repeats that of an earlier request with the same `Idempotency-Key`.',
    { enum: ['true'], example: 'true' },
  ),
  'WWW-Authenticate': always('Why the token is rejected, in `error_description` (RFC 6750).', {
    example: 'Bearer error="invalid_token", error_description="The token is revoked"',
  }),
  InsufficientScope: sometimes(
    'Present if you lack a permission, which `scope` names (RFC 6750).',
    {
      example: 'Bearer error="insufficient_scope", scope="write"',
    },
  ),
  'Token-Permissions': sometimes("Present for a valid token: its user's current permissions.", {
    example: 'read, write, delete',
  }),
  'Token-Expires': sometimes(
    'Present for a token that expires: when it stops working, as an HTTP date.',
    {
      example: 'Tue, 16 Feb 2027 00:00:00 GMT',
    },
  ),
  'Preference-Applied': sometimes(
    'Present on a test deployment if `Prefer` was applied: which preferences (RFC 7240).',
    {
      example: 'code=429',
    },
  ),
  'RateLimit-Policy': sometimes(
    'On creates: how many a window allows, and its length in seconds (draft-ietf-httpapi-ratelimit-headers).',
    { example: '"creates";q=120;w=60' },
  ),
  RateLimit: sometimes('On creates: how many remain, and the seconds until the window ends.', {
    example: '"creates";r=119;t=60',
  }),
} as const satisfies Record<string, oas31.HeaderObject>;

export type HeaderName = keyof typeof HEADERS;

/** The headers of a deprecated version. */
const DEPRECATED = {
  Deprecation: 'When the version was deprecated, in seconds of Unix time (RFC 9745).',
  Sunset: 'When the version ends, as an HTTP date (RFC 8594).',
} as const;

/** Headers whose component has another name. */
const HEADER_NAMES: Partial<Record<string, string>> = {
  CreatedETag: 'ETag',
  UpdatedETag: 'ETag',
  InsufficientScope: 'WWW-Authenticate',
  DeprecationIfApplied: 'Deprecation',
  SunsetIfApplied: 'Sunset',
};

/** The headers of the create rate limit. */
export const OF_BUDGET = ['RateLimit-Policy', 'RateLimit'] as const satisfies readonly HeaderName[];

/** The headers in a version's document: as components, and as references to them for responses. */
export function createHeaders(
  version: VersionName,
  lifecycle: Readonly<Record<string, string>>,
  isTest: boolean,
) {
  const { 'Preference-Applied': preference, ...others } = HEADERS;
  const ofDeployment = isTest ? HEADERS : others;
  const applied = HEADERS['X-API-Version'];
  const deprecated = Object.entries(DEPRECATED).filter(([name]) => lifecycle[name]);
  const ofLifecycle = deprecated.map(([name, description]) => {
    const schema = { example: lifecycle[name] };
    return {
      [name]: always(description, schema),
      [`${name}IfApplied`]: sometimes(description, schema),
    };
  });
  const components: Record<string, oas31.HeaderObject> = {
    ...ofDeployment,
    'X-API-Version': { ...applied, schema: { ...applied.schema, example: version } },
    ...Object.assign({}, ...ofLifecycle),
  };
  return {
    components,
    /**
     * `hasCaller` is false without a valid token; `isApplied` is false if the document's version may not be the
     * request's.
     */
    refs(
      own: readonly HeaderName[] = [],
      { hasCaller = true, isApplied = true } = {},
    ): oas31.HeadersObject {
      const stage = deprecated.map(([name]) => (isApplied ? name : `${name}IfApplied`));
      const ofCaller = hasCaller ? ['Token-Permissions', 'Token-Expires'] : [];
      const ofRehearsal = isTest ? ['Preference-Applied'] : [];
      const all = ['X-API-Version', 'X-Request-Id', ...stage, ...ofCaller, ...own, ...ofRehearsal];
      return Object.fromEntries(
        all.map((name) => [HEADER_NAMES[name] ?? name, { $ref: `#/components/headers/${name}` }]),
      );
    },
  };
}

export type Headers = ReturnType<typeof createHeaders>;
