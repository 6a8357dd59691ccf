// The headers of the contract, as components of the OpenAPI document (sections 4, 7 and 9).
import type { oas31 } from 'zod-openapi';
import { DEMO_IDS } from '../demo/demo-data.ts';
import type { VersionName } from '../operation/versions.ts';
import { productPath } from '../paths.ts';

/** A text with the schema beside its type. */
const sometimes = (description: string, schema: Omit<oas31.SchemaObject & object, 'type'>) => ({
  description,
  schema: { type: 'string' as const, ...schema },
});

/** The same, in every response of its kind. */
const always = (...text: Parameters<typeof sometimes>) => ({ ...sometimes(...text), required: true });

const HEADERS = {
  'X-API-Version': always(
    'The version that was applied: that of `service-version`, else that of the token, else the newest.',
    { format: 'date' },
  ),
  'X-Request-Id': always('Names this exchange in the log of the service; quote it when you ask about one.', {
    format: 'uuid',
    example: '0b9c5e5e-7c1f-4c39-9a59-4f0e5d4ad1a3',
  }),
  ETag: always('Names this state of the resource in this version of the API, for `If-None-Match` and `If-Match`.', {
    example: '"2025-08-16.1"',
  }),
  CreatedETag: sometimes(
    'The `ETag` of the new product or bundle; absent where the response is that of an earlier request.',
    { example: '"2025-08-16.1"' },
  ),
  UpdatedETag: sometimes(
    'The `ETag` of the product after the update; absent where the response is that of an earlier request.',
    { example: '"2025-08-16.2"' },
  ),
  Location: always('The path of the new product or bundle.', {
    format: 'uri-reference',
    example: productPath(DEMO_IDS.nextProduct),
  }),
  'Retry-After': {
    description: 'Whole seconds to wait; a request after that is let through.',
    schema: { type: 'integer', minimum: 1, example: 30 },
    required: true,
  },
  Accept: always('The type of body that is taken.', { example: 'application/json' }),
  'Accept-Encoding': always('The content coding of a body that is taken.', { example: 'gzip' }),
  Allow: always('The methods that the path takes.', { example: 'GET, HEAD, PUT' }),
  'Idempotency-Replayed': sometimes(
    'There where the response is that of an earlier request with the same `Idempotency-Key`.',
    { enum: ['true'], example: 'true' },
  ),
  'WWW-Authenticate': always('Why the token is refused, in `error_description` (RFC 6750).', {
    example: 'Bearer error="invalid_token", error_description="The token is revoked"',
  }),
  InsufficientScope: sometimes('There where the user lacks a permission: which one, in `scope` (RFC 6750).', {
    example: 'Bearer error="insufficient_scope", scope="write"',
  }),
  'Token-Permissions': sometimes('There for a valid token: the permissions that its user has now.', {
    example: 'read, write, delete',
  }),
  'Token-Expires': sometimes('There for a valid token that ends: from when on it is refused, as an HTTP date.', {
    example: 'Tue, 16 Feb 2027 00:00:00 GMT',
  }),
  'Preference-Applied': sometimes(
    'There on a test deployment where `Prefer` was applied: which preferences (RFC 7240).',
    {
      example: 'code=429',
    },
  ),
  'RateLimit-Policy': sometimes(
    'On creates, refused ones too: the creates in a window, and its seconds (draft-ietf-httpapi-ratelimit-headers).',
    { example: '"creates";q=120;w=60' },
  ),
  RateLimit: sometimes('On creates, refused ones too: how many are left, and the seconds until the window ends.', {
    example: '"creates";r=119;t=60',
  }),
} as const satisfies Record<string, oas31.HeaderObject>;

export type HeaderName = keyof typeof HEADERS;

/** The headers of a deprecated version. */
const DEPRECATED = {
  Deprecation: 'Since when the version is deprecated, in seconds of Unix time (RFC 9745).',
  Sunset: 'When the version ends, as an HTTP date (RFC 8594).',
} as const;

/** The headers of components with another name. */
const HEADER_NAMES: Partial<Record<string, string>> = {
  CreatedETag: 'ETag',
  UpdatedETag: 'ETag',
  InsufficientScope: 'WWW-Authenticate',
  DeprecationIfApplied: 'Deprecation',
  SunsetIfApplied: 'Sunset',
};

/** The headers of the throttle on creates. */
export const OF_BUDGET = ['RateLimit-Policy', 'RateLimit'] as const satisfies readonly HeaderName[];

/** The headers in the document of a version: as components, and those of a response as references to them. */
export function createHeaders(version: VersionName, lifecycle: Readonly<Record<string, string>>, isTest: boolean) {
  const { 'Preference-Applied': preference, ...others } = HEADERS;
  const ofDeployment = isTest ? HEADERS : others;
  const applied = HEADERS['X-API-Version'];
  const deprecated = Object.entries(DEPRECATED).filter(([name]) => lifecycle[name]);
  const ofLifecycle = deprecated.map(([name, description]) => {
    const schema = { example: lifecycle[name] };
    return { [name]: always(description, schema), [`${name}IfApplied`]: sometimes(description, schema) };
  });
  const components: Record<string, oas31.HeaderObject> = {
    ...ofDeployment,
    'X-API-Version': { ...applied, schema: { ...applied.schema, example: version } },
    ...Object.assign({}, ...ofLifecycle),
  };
  return {
    components,
    /** `hasCaller` is false without a valid token, `isApplied` where the version of the document may be none of the request. */
    refs(own: readonly HeaderName[] = [], { hasCaller = true, isApplied = true } = {}): oas31.HeadersObject {
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
