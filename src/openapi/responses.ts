import type { ZodOpenApiResponseObject } from 'zod-openapi';
import { FAILURES, type FailureKind, possibleFailures } from '../operation/failure.ts';
import { IDEMPOTENCY_KEY, MAX_NEW_KEYS } from '../operation/idempotency.ts';
import type { AnyOperation } from '../operation/operation.ts';
import { errorAnswer, invalidAnswer, unauthenticatedAnswer } from '../rest/answers.ts';
import type { Codec } from '../rest/wire-codec.ts';
import { type Examples, recordedExamples } from './examples.ts';
import { type Headers, OF_BUDGET } from './headers.ts';
import { typeName, type WireSchemas } from './schemas.ts';

const OTHER: Examples = { other: { value: { error: FAILURES.internal.message } } };

/** The failures before the rate limit, and those of operations without one. */
const NO_BUDGET: readonly FailureKind[] = [
  'unauthenticated',
  'forbidden',
  'notFound',
  'methodNotAllowed',
  'conflict',
];

/**
 * The table's headers are in every such response, except the one that tells a missing permission from another user's
 * resource.
 */
const headersOf = (kind: FailureKind) => [
  ...(kind === 'forbidden' ? ['InsufficientScope'] : Object.keys(FAILURES[kind].headers ?? {})),
  ...(NO_BUDGET.includes(kind) ? [] : OF_BUDGET),
];

/** A failure's component, where it differs from the table of failures. */
interface Component {
  readonly id: string;
  readonly meaning?: string;
  readonly headers?: readonly string[];
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
  headers: [],
};

/** 429 of operations without a rate limit. */
const TOO_MANY_FAILURES: Component = {
  id: 'TooManyFailures',
  meaning: 'Too many failed authentications came from this address. Valid tokens still work.',
  headers: ['Retry-After'],
};
const TOO_MANY_KEYS: Component = {
  id: 'TooManyKeys',
  meaning:
    `You sent ${MAX_NEW_KEYS} new \`${IDEMPOTENCY_KEY}\`s in 24 hours, ` +
    'or too many failed authentications came from this address. Nothing is done.',
  headers: ['Retry-After'],
};

function componentOf(kind: FailureKind, operation: AnyOperation): Component {
  const { input, throttled, replay } = operation;
  if (kind === 'invalid' && !input) return UNUSABLE_VERSION;
  if (kind === 'throttled' && !throttled) return replay ? TOO_MANY_KEYS : TOO_MANY_FAILURES;
  return { id: IDS[kind] ?? typeName(kind) };
}

/** The failures in a version's document that the table allows for an operation, by status. */
export function createFailureResponses(
  { answer }: WireSchemas,
  codec: Codec,
  refs: Headers['refs'],
) {
  const [invalid, unauthenticated, error] = [invalidAnswer, unauthenticatedAnswer, errorAnswer].map(
    answer,
  );
  const wrongVersion = {
    summary: 'Unknown version',
    value: {
      success: false,
      errors: [
        {
          field: 'service-version',
          code: 'INVALID_FORMAT',
          message: `Use one of the versions ${codec.version}`,
        },
      ],
    },
  };
  // The example of the guide to errors.
  const refused = recordedExamples(codec.version).refused?.rest?.response.body;
  const ofFields = refused && {
    wrongFields: { summary: 'Several invalid fields', value: refused },
  };
  /** Each is one object that operations refer to. */
  const made = new Map<string, ZodOpenApiResponseObject>();

  function makeResponse(kind: FailureKind, component: Component): ZodOpenApiResponseObject {
    const { code, message, meaning } = FAILURES[kind];
    const hasCaller = kind !== 'unauthenticated' && component !== TOO_MANY_FAILURES;
    const schema = { invalid, unauthenticated }[kind as string] ?? error;
    const ofError = {
      [kind]: { value: { error: message, ...(kind === 'unauthenticated' && { code }) } },
    };
    const ofInvalid = { ...(component !== UNUSABLE_VERSION && ofFields), wrongVersion };
    const examples: Examples = kind === 'invalid' ? ofInvalid : ofError;
    return {
      id: component.id,
      description: component.meaning ?? meaning,
      headers: refs(component.headers ?? headersOf(kind), hasCaller),
      content: { 'application/json': { schema: schema as typeof errorAnswer, examples } },
    };
  }

  const other: ZodOpenApiResponseObject = {
    id: 'OtherFailure',
    description: "Any other error, such as a request that the server or a proxy can't read.",
    headers: {},
    content: { 'application/json': { schema: error as typeof errorAnswer, examples: OTHER } },
  };

  return (operation: AnyOperation): Record<string, ZodOpenApiResponseObject> => {
    const responses = possibleFailures(operation).map((kind) => {
      const component = componentOf(kind, operation);
      const response = made.get(component.id) ?? makeResponse(kind, component);
      made.set(component.id, response);
      return [FAILURES[kind].status, response];
    });
    return { ...Object.fromEntries(responses), default: other };
  };
}
