// The responses of the OpenAPI document without a result (section 7, D41): failures with their bodies, and 304.
import type { z } from 'zod';
import type { ZodOpenApiResponseObject } from 'zod-openapi';
import { createBundleInput } from '../bundles/bundle-shape.ts';
import { FAILURES, type FailureKind, type FieldError, possibleFailures } from '../operation/failure.ts';
import { IDEMPOTENCY_KEY, MAX_NEW_KEYS } from '../operation/idempotency.ts';
import type { AnyOperation } from '../operation/operation.ts';
import { spellErrors } from '../operation/spelling.ts';
import type { VersionName } from '../operation/versions.ts';
import { createProductInput } from '../products/product-shape.ts';
import { errorAnswer, invalidAnswer, unauthenticatedAnswer } from '../rest/answers.ts';
import type { Codec } from '../rest/wire-codec.ts';
import { typeName } from './bodies.ts';
import type { Examples } from './examples.ts';
import { type HeaderName, type Headers, OF_BUDGET } from './headers.ts';
import type { WireSchemas } from './wire-schema.ts';

const oneError = (summary: string, field: string, code: string, message: string) => ({
  summary,
  value: { success: false, errors: [{ field, code, message }] },
});

const versionExample = (usable: VersionName): Examples => ({
  version: oneError('A version that is none', 'service-version', 'INVALID_FORMAT', `Use one of the versions ${usable}`),
});

const FIELD_ERRORS: readonly FieldError[] = [
  { path: ['title'], code: 'REQUIRED', message: 'This field is required' },
  { path: ['rent'], code: 'MIN_VALUE', message: 'Must be at least 0.01' },
  { path: ['sku'], code: 'REQUIRED', message: 'SKU is required for unit stock' },
  { path: ['images', 0, 'src'], code: 'INVALID_FORMAT', message: 'Must be reachable' },
];
const ITEM_ERRORS: readonly FieldError[] = [
  { path: ['items', 0, 'adId'], code: 'NOT_FOUND', message: 'Product not found' },
  { path: ['items', 1, 'adId'], code: 'ACCESS_DENIED', message: 'Product is not in your account' },
  { path: ['items', 2, 'adId'], code: 'PRODUCT_OFFLINE', message: 'Product is not online' },
];

const createFieldExamples = ({ view, spelling }: Codec): Examples => {
  const refused = (summary: string, shape: z.ZodObject, errors: readonly FieldError[]) => ({
    summary,
    value: { success: false, errors: spellErrors(errors, spelling(shape)) },
  });
  const known = FIELD_ERRORS.filter(({ path }) => view.has(`Product.${path[0]}`));
  return {
    fields: refused('Several fields are wrong', createProductInput, known),
    ...(view.has('createBundle') && {
      items: refused('Items that cannot be in a bundle', createBundleInput, ITEM_ERRORS),
    }),
    envelope: oneError('The envelope is missing', 'product', 'REQUIRED', 'This field is required'),
    body: oneError(
      'The body is no JSON',
      'body',
      'INVALID_FORMAT',
      'Must be valid JSON. Line 1, column 27: expected a value, found }',
    ),
  };
};

/** The components of failures that are not called by their kind. */
const NAMES: Partial<Record<FailureKind, string>> = {
  invalid: 'ValidationFailure',
  internal: 'InternalError',
  keyReused: 'IdempotencyKeyReused',
};

/** The failures that come before the throttle, and those of operations without one. */
const WITHOUT_BUDGET: readonly FailureKind[] = [
  'unauthenticated',
  'forbidden',
  'notFound',
  'methodNotAllowed',
  'conflict',
];

/** The failures that may come before the version of the request is known: then the newest is applied. */
const BEFORE_VERSION: readonly FailureKind[] = ['invalid', 'internal', 'unavailable'];

/** Those of the table are there in every case, but the one that tells a missing permission from a foreign resource. */
const headersOf = (kind: FailureKind): HeaderName[] => [
  ...(kind === 'forbidden'
    ? ['InsufficientScope' as const]
    : (Object.keys(FAILURES[kind].headers ?? {}) as HeaderName[])),
  ...(WITHOUT_BUDGET.includes(kind) ? [] : OF_BUDGET),
];

interface Variant {
  readonly id?: string;
  readonly meaning?: string;
  readonly examples?: Examples;
  readonly headers?: readonly HeaderName[];
}

/** The failures of an operation without input, and of one without throttle. */
const UNUSABLE_VERSION: Variant = {
  id: 'UnusableVersion',
  meaning: '`service-version` names no version, or one that ended.',
  headers: [],
};
const TOO_MANY_FAILURES: Variant = {
  id: 'TooManyFailures',
  meaning: 'Too many failed authentications came from this address. A valid token is never throttled here.',
  headers: ['Retry-After'],
};

const TOO_MANY_KEYS: Variant = {
  id: 'TooManyKeys',
  meaning: `The user has sent ${MAX_NEW_KEYS} new \`${IDEMPOTENCY_KEY}\`s in 24 hours, or too many failed authentications came from this address. Nothing was done.`,
  headers: ['Retry-After'],
};

/** The component of every read. */
export const notModified = (refs: Headers['refs']): ZodOpenApiResponseObject => ({
  id: 'NotModified',
  description: 'The client has this state already: `If-None-Match` names its `ETag`.',
  headers: refs(['ETag']),
});

/** The failures in the document of a version, as components of all operations. */
export function createFailureResponses({ answer }: WireSchemas, codec: Codec, refs: Headers['refs']) {
  const { version } = codec;
  const fieldExamples = { ...createFieldExamples(codec), ...versionExample(version) };
  const [invalid, unauthenticated, error] = [invalidAnswer, unauthenticatedAnswer, errorAnswer].map(answer);

  /** The response of a kind of failure, from the table of failures. */
  function response(kind: FailureKind, variant: Variant = {}): ZodOpenApiResponseObject {
    const { code, message, meaning } = FAILURES[kind];
    const value = kind === 'unauthenticated' ? { error: message, code } : { error: message };
    const examples = kind === 'invalid' ? fieldExamples : { error: { value } };
    const hasCaller = kind !== 'unauthenticated' && variant !== TOO_MANY_FAILURES;
    const schema = kind === 'invalid' ? invalid : kind === 'unauthenticated' ? unauthenticated : error;
    return {
      id: variant.id ?? NAMES[kind] ?? typeName(kind),
      description: variant.meaning ?? meaning,
      headers: refs(variant.headers ?? headersOf(kind), {
        hasCaller,
        isApplied: hasCaller && !BEFORE_VERSION.includes(kind),
      }),
      content: { 'application/json': { schema: schema as typeof errorAnswer, examples: variant.examples ?? examples } },
    };
  }

  const unusableVersion = response('invalid', { ...UNUSABLE_VERSION, examples: versionExample(version) });
  const tooManyFailures = response('throttled', TOO_MANY_FAILURES);
  const tooManyKeys = response('throttled', TOO_MANY_KEYS);

  /** The components by kind; two kinds have others at operations without input or without throttle. */
  const components = new Map<FailureKind, ZodOpenApiResponseObject>();
  function getComponent(kind: FailureKind, { input, throttled, replay }: AnyOperation): ZodOpenApiResponseObject {
    if (kind === 'invalid' && !input) return unusableVersion;
    if (kind === 'throttled' && !throttled) return replay ? tooManyKeys : tooManyFailures;
    const component = components.get(kind) ?? response(kind);
    components.set(kind, component);
    return component;
  }

  /** The failures that the table says are possible at an operation, by status. */
  return (operation: AnyOperation): Record<string, ZodOpenApiResponseObject> =>
    Object.fromEntries(
      possibleFailures(operation).map((kind) => [FAILURES[kind].status, getComponent(kind, operation)]),
    );
}
