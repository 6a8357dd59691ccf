// The error responses of the OpenAPI document (section 7).
import type { z } from 'zod';
import type { ZodOpenApiResponseObject } from 'zod-openapi';
import { FAILURES, type FailureKind } from '../operation/failures.ts';
import { IDEMPOTENCY_KEY, MAX_NEW_KEYS } from '../operation/idempotency.ts';
import type { AnyOperation } from '../operation/operation.ts';
import { possibleFailures } from '../operation/operation-failure.ts';
import type { VersionName } from '../operation/versions.ts';
import type { Codec } from '../rest/codec.ts';
import {
  errorResponse,
  invalidResponse,
  unauthenticatedResponse,
} from '../rest/response-shapes.ts';
import { capitalized } from '../text.ts';
import { json } from './examples.ts';
import { type Headers, OF_BUDGET } from './headers.ts';
import { recordedExamples } from './recorded-examples.ts';
import type { SchemaOf } from './schemas.ts';

/** The failures before the rate limit, and those of operations without one. */
const NO_BUDGET: readonly FailureKind[] = [
  'unauthenticated',
  'forbidden',
  'notFound',
  'methodNotAllowed',
  'conflict',
];

/** A failure's component, where it differs from the table of failures. */
interface Component {
  readonly id: string;
  readonly meaning?: string;
}

const IDS: Partial<Record<FailureKind, string>> = {
  invalid: 'ValidationFailure',
  internal: 'InternalError',
  keyReused: 'IdempotencyKeyReused',
};

/** 400 of an operation without input. */
const UNUSABLE_VERSION: Component = {
  id: 'UnusableVersion',
  meaning: '`service-version` names no version, or one that ended.',
};

/** 429 of operations without a rate limit. */
const TOO_MANY_FAILURES: Component = {
  id: 'TooManyFailures',
  meaning: 'Too many failed authentications came from this address. Valid tokens still work.',
};
const TOO_MANY_KEYS: Component = {
  id: 'TooManyKeys',
  meaning:
    `You sent ${MAX_NEW_KEYS} new \`${IDEMPOTENCY_KEY}\`s in 24 hours, ` +
    'or too many failed authentications came from this address. Nothing is done.',
};

function componentOf(kind: FailureKind, operation: AnyOperation) {
  const { input, throttled, replay } = operation;
  if (kind === 'invalid' && !input) return UNUSABLE_VERSION;
  if (kind === 'throttled' && !throttled) return replay ? TOO_MANY_KEYS : TOO_MANY_FAILURES;
  return { id: IDS[kind] ?? capitalized(kind) };
}

/** The examples of 400: one of the guide to errors, once it is recorded, and an unknown version. */
function invalidExamples(version: VersionName, hasInput: boolean) {
  const value = recordedExamples(version).refused?.rest?.response.body;
  const error = {
    field: 'service-version',
    code: 'INVALID_FORMAT',
    message: `Use one of the versions ${version}`,
  };
  return {
    ...(hasInput && value && { wrongFields: { summary: 'Several invalid fields', value } }),
    wrongVersion: { summary: 'Unknown version', value: { success: false, errors: [error] } },
  };
}

/** The bodies that are not `errorResponse`. */
const BODIES: Partial<Record<FailureKind, z.ZodObject>> = {
  invalid: invalidResponse,
  unauthenticated: unauthenticatedResponse,
};

/** The failures in a version's document that the table allows for an operation, by status. */
export function createFailureResponses(
  schemaOf: SchemaOf,
  { version }: Codec,
  refs: Headers['refs'],
) {
  /** Each is one object that operations refer to. */
  const made = new Map<string, ZodOpenApiResponseObject>();

  function makeResponse(kind: FailureKind, component: Component): ZodOpenApiResponseObject {
    const hasCaller = kind !== 'unauthenticated' && component !== TOO_MANY_FAILURES;
    const { meaning, headers = {}, code, message } = FAILURES[kind];
    // Every response of the kind has the table's headers, but only a missing permission has WWW-Authenticate.
    const own = kind === 'forbidden' ? ['InsufficientScope'] : Object.keys(headers);
    const budget = component.meaning || NO_BUDGET.includes(kind) ? [] : OF_BUDGET;
    const value = { error: message, ...(kind === 'unauthenticated' && { code }) };
    const examples =
      kind === 'invalid'
        ? invalidExamples(version, component !== UNUSABLE_VERSION)
        : { [kind]: { value } };
    return {
      id: component.id,
      description: component.meaning ?? meaning,
      headers: refs([...own, ...budget], hasCaller),
      content: json(schemaOf(BODIES[kind] ?? errorResponse), examples),
    };
  }

  const other: ZodOpenApiResponseObject = {
    id: 'OtherFailure',
    description: "Any other error, such as a request that the server or a proxy can't read.",
    headers: {},
    content: json(schemaOf(errorResponse), {
      other: { value: { error: FAILURES.internal.message } },
    }),
  };

  return (operation: AnyOperation) => {
    const responses = possibleFailures(operation).map((kind) => {
      const component = componentOf(kind, operation);
      const response = made.get(component.id) ?? makeResponse(kind, component);
      made.set(component.id, response);
      return [FAILURES[kind].status, response];
    });
    return { ...Object.fromEntries(responses), default: other };
  };
}
