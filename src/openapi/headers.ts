// The headers of the contract, as components of the OpenAPI document (sections 4, 7 and 9, D7, D8).
import type { oas31 } from 'zod-openapi';
import { DEMO_IDS } from '../demo/demo-ids.ts';
import { productPath } from '../paths.ts';
import type { DescribedVersion } from './described-version.ts';

const HEADERS = {
  'X-API-Version': {
    description: 'The version that was applied: that of `service-version`, else that of the token, else the newest.',
    required: true,
    schema: { type: 'string', format: 'date' },
  },
  'X-Request-Id': {
    description: 'Names this exchange in the log of the service; quote it when you ask about one.',
    required: true,
    schema: { type: 'string', format: 'uuid', example: '0b9c5e5e-7c1f-4c39-9a59-4f0e5d4ad1a3' },
  },
  ETag: {
    description: 'Names this state of the resource in this version of the API, for `If-None-Match` and `If-Match`.',
    required: true,
    schema: { type: 'string', example: '"2025-08-16.1"' },
  },
  UpdatedETag: {
    description: 'The `ETag` of the product after the update; absent where the answer is that of an earlier request.',
    schema: { type: 'string', example: '"2025-08-16.2"' },
  },
  Location: {
    description: 'The path of the new product.',
    required: true,
    schema: { type: 'string', format: 'uri-reference', example: productPath(DEMO_IDS.nextProduct) },
  },
  'Retry-After': {
    description: 'Whole seconds to wait; a request after that is let through.',
    required: true,
    schema: { type: 'integer', minimum: 1, example: 30 },
  },
  Accept: {
    description: 'The type of body that is taken.',
    required: true,
    schema: { type: 'string', example: 'application/json' },
  },
  'Accept-Encoding': {
    description: 'The content coding of a body that is taken.',
    required: true,
    schema: { type: 'string', example: 'gzip' },
  },
  Allow: {
    description: 'The methods that the path takes.',
    required: true,
    schema: { type: 'string', example: 'GET, HEAD, PUT' },
  },
  'Idempotency-Replayed': {
    description: 'There where the answer is that of an earlier request with the same `Idempotency-Key`.',
    schema: { type: 'string', enum: ['true'], example: 'true' },
  },
  'WWW-Authenticate': {
    description: 'How to authenticate.',
    required: true,
    schema: { type: 'string', enum: ['Bearer'], example: 'Bearer' },
  },
} as const satisfies Record<string, oas31.HeaderObject>;

export type HeaderName = keyof typeof HEADERS;

/** The headers of a deprecated version. */
const DEPRECATED = {
  Deprecation: 'Since when the version is deprecated, in seconds of Unix time (RFC 9745).',
  Sunset: 'When the version ends, as an HTTP date (RFC 8594).',
} as const;

/** The headers of every response of every version. */
const COMMON = ['X-API-Version', 'X-Request-Id'] as const;

/** The headers of components with another name. */
const HEADER_NAMES: Partial<Record<string, string>> = { UpdatedETag: 'ETag' };

/** The headers in the document of a version: as components, and those of a response as references to them. */
export function createHeaders({ release, lifecycle }: DescribedVersion) {
  const applied = HEADERS['X-API-Version'];
  const deprecated = Object.entries(DEPRECATED).flatMap(([name, description]): [string, oas31.HeaderObject][] => {
    const example = lifecycle[name];
    return example ? [[name, { description, required: true, schema: { type: 'string', example } }]] : [];
  });
  const components: Record<string, oas31.HeaderObject> = {
    ...HEADERS,
    'X-API-Version': { ...applied, schema: { ...applied.schema, example: release.date } },
    ...Object.fromEntries(deprecated),
  };
  const common = [...COMMON, ...deprecated.map(([name]) => name)];
  return {
    components,
    refs: (own: readonly HeaderName[] = []): oas31.HeadersObject =>
      Object.fromEntries(
        [...common, ...own].map((name) => [HEADER_NAMES[name] ?? name, { $ref: `#/components/headers/${name}` }]),
      ),
  };
}

export type Headers = ReturnType<typeof createHeaders>;
