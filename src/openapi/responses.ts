// The failures of the REST surface as responses of the OpenAPI document (section 7): status, body, headers, examples.
import type { ZodOpenApiResponseObject } from 'zod-openapi';
import { FAILURE_MESSAGES, INTERNAL_MESSAGE } from '../operation/failure.ts';
import type { Operation } from '../operation/operation.ts';
import type { VersionName } from '../operation/versions.ts';
import { errorAnswer, invalidAnswer, unauthenticatedAnswer } from './answers.ts';
import type { Examples } from './examples.ts';
import { type HeaderName, headersOf } from './headers.ts';
import type { WireSchemas } from './wire-schema.ts';

const oneError = (summary: string, field: string, code: string, message: string) => ({
  summary,
  value: { success: false, errors: [{ field, code, message }] },
});

const versionExample = (usable: VersionName): Examples => ({
  version: oneError('A version that is none', 'service-version', 'INVALID_FORMAT', `Use one of the versions ${usable}`),
});

const FIELD_EXAMPLES: Examples = {
  fields: {
    summary: 'Several fields are wrong',
    value: {
      success: false,
      errors: [
        { field: 'title', code: 'REQUIRED', message: 'This field is required' },
        { field: 'rent', code: 'MIN_VALUE', message: 'Must be at least 0.01' },
        { field: 'sku', code: 'REQUIRED', message: 'SKU is required for unit stock' },
        { field: 'images[0].src', code: 'INVALID_FORMAT', message: 'Must be reachable' },
      ],
    },
  },
  items: {
    summary: 'Items that cannot be in a bundle',
    value: {
      success: false,
      errors: [
        { field: 'items[0].ad_id', code: 'NOT_FOUND', message: 'Product not found' },
        { field: 'items[1].ad_id', code: 'ACCESS_DENIED', message: 'Product is not in your account' },
        { field: 'items[2].ad_id', code: 'PRODUCT_OFFLINE', message: 'Product is not online' },
      ],
    },
  },
  envelope: oneError('The envelope is missing', 'product', 'REQUIRED', 'This field is required'),
  body: oneError('The body is no JSON', 'body', 'INVALID_FORMAT', 'Must be valid JSON in UTF-8'),
};

/** The failures of the document of a version, each a component that every operation refers to. */
export function createFailureResponses({ answer }: WireSchemas, version: VersionName) {
  const response = (
    id: string,
    description: string,
    schema: ReturnType<WireSchemas['answer']>,
    examples: Examples,
    own: readonly HeaderName[] = [],
  ): ZodOpenApiResponseObject => ({
    id,
    description,
    headers: headersOf(own),
    content: { 'application/json': { schema, examples } },
  });
  const error = (id: string, description: string, message: string, own: readonly HeaderName[] = []) =>
    response(id, description, answer(errorAnswer), { error: { value: { error: message } } }, own);

  const invalid = answer(invalidAnswer);
  const all = {
    unusableVersion: response(
      'UnusableVersion',
      '`service-version` names no version, or one that ended.',
      invalid,
      versionExample(version),
    ),
    invalid: response(
      'ValidationFailure',
      'The request is refused and nothing was done: its body is no JSON or has no envelope, fields are wrong, or ' +
        '`service-version` names no usable version. All faults are listed at once.',
      invalid,
      { ...FIELD_EXAMPLES, ...versionExample(version) },
    ),
    unauthenticated: response(
      'Unauthenticated',
      'There is no token, or it is malformed, unknown, revoked or of the other environment.',
      answer(unauthenticatedAnswer),
      { error: { value: { error: FAILURE_MESSAGES.unauthenticated, code: 'AUTH_INVALID_TOKEN' } } },
      ['WWW-Authenticate'],
    ),
    forbidden: error(
      'Forbidden',
      'The resource is not yours, or the user of the token lacks the permission: `read` to read, `write` to write.',
      FAILURE_MESSAGES.forbidden,
    ),
    notFound: error('NotFound', 'The id, or the path, names nothing.', FAILURE_MESSAGES.notFound),
    methodNotAllowed: error(
      'MethodNotAllowed',
      'What the path answers to a method that it does not take. `HEAD` is taken where `GET` is.',
      FAILURE_MESSAGES.methodNotAllowed,
      ['Allow'],
    ),
    tooLarge: error('TooLarge', 'The body is over 1 MiB.', FAILURE_MESSAGES.tooLarge),
    throttled: error(
      'Throttled',
      'The budget of creates is used up: one per user, shared by products and bundles and by both surfaces. ' +
        'Nothing was done. Also answered to an address with too many failed authentications.',
      FAILURE_MESSAGES.throttled,
      ['Retry-After'],
    ),
    tooManyFailures: error(
      'TooManyFailures',
      'Too many failed authentications came from this address. A valid token is never throttled here.',
      FAILURE_MESSAGES.throttled,
      ['Retry-After'],
    ),
    internal: error(
      'InternalError',
      'A fault of the service. Quote `X-Request-Id` when you report it.',
      INTERNAL_MESSAGE,
    ),
    unavailable: error('Unavailable', 'The service cannot reach its database.', FAILURE_MESSAGES.unavailable, [
      'Retry-After',
    ]),
  };

  /** What an operation can answer beside success, by status; the same rules that run it. */
  return ({ failures, find, validate, throttled }: Operation): Record<string, ZodOpenApiResponseObject> => ({
    400: failures.includes('invalid') ? all.invalid : all.unusableVersion,
    401: all.unauthenticated,
    403: all.forbidden,
    ...(find && { 404: all.notFound }),
    405: all.methodNotAllowed,
    ...(validate && { 413: all.tooLarge }),
    429: throttled ? all.throttled : all.tooManyFailures,
    500: all.internal,
    503: all.unavailable,
  });
}
