// The length of an idempotency key: the document's pattern and the service accept the same.
import { expect, test } from 'vitest';
import { createOpenApiEndpoint } from '../../src/openapi/endpoint.ts';
import { MAX_KEY_LENGTH, parseKey } from '../../src/operation/idempotency.ts';
import { NEWEST_VERSION, TESTED_VERSIONS } from '../support/newest-version.ts';
import { createValidator, ORIGIN, pointer } from '../support/openapi-contract.ts';

const document = createOpenApiEndpoint(TESTED_VERSIONS, ORIGIN).document(NEWEST_VERSION);
const errorsIn = createValidator(document);
const place = pointer('components', 'parameters', 'CreateProductIdempotencyKey', 'schema');

const longest = 'k'.repeat(MAX_KEY_LENGTH);

test.each([
  ['the longest', longest, true],
  ['the longest in quotes', `"${longest}"`, true],
  ['the longest of escaped quotes', `"${'\\"'.repeat(MAX_KEY_LENGTH)}"`, true],
  ['a longer one', `${longest}k`, false],
  ['a longer one in quotes', `"${longest}k"`, false],
  ['an empty one', '', false],
])(
  '%s is a key for the document if it is one for the service (D40, D53)',
  (_, header, isKey) => {
    expect(errorsIn(place, header).length === 0).toBe(isKey);
    if (isKey) expect(parseKey(header)).toHaveLength(MAX_KEY_LENGTH);
    else expect(() => parseKey(header)).toThrow();
  },
);
