// The parameters of an operation. Tools send the first example of each, so only harmless headers have any.
import { z } from 'zod';
import { DEMO_IDS } from '../demo/demo-data.ts';
import { CHANGED_TAGS, TAGS_PATTERN } from '../http/negotiation.ts';
import { FAILURES } from '../operation/failures.ts';
import { storedId } from '../operation/field-types.ts';
import { IDEMPOTENCY_KEY, KEY_PATTERN, MAX_KEY_LENGTH } from '../operation/idempotency.ts';
import type { AnyOperation } from '../operation/operation.ts';
import { possibleFailures } from '../operation/operation-failure.ts';
import { REHEARSED_STATUSES } from '../operation/rehearsal.ts';
import type { VersionView } from '../operation/version-view.ts';
import type { VersionName } from '../operation/versions.ts';
import type { Codec } from '../rest/codec.ts';
import type { RestOperationName, ROUTES } from '../rest/routes.ts';
import { capitalized } from '../text.ts';
import { type Examples, examplesOf } from './examples.ts';

/** The versions other than the document's, and whether its deployment rehearses failures. */
export interface Surroundings {
  /** The latest version's view: what it removed is deprecated. */
  readonly newest: VersionView;
  /** The versions that a request can name. */
  readonly usable: readonly VersionName[];
  readonly isTest: boolean;
}

/** The IDs with which an operation fails, by the names of its responses' examples. */
export function failingTargets({ name, find }: AnyOperation<RestOperationName>) {
  const unknown = ['notFound', UNUSED_ID] as const;
  const ofOther = ['forbidden', DEMO_IDS.products.rivals] as const;
  if (!find) return [];
  return name === 'readRental' ? [unknown] : [ofOther, unknown];
}

const UNUSED_ID = 999_999_999;

/** Creates the parameters of an operation. */
export function createParameters(codec: Codec, { usable, isTest }: Surroundings) {
  const version = serviceVersion(codec.version, usable);

  return ({ method, operation }: (typeof ROUTES)[number]) => {
    const { name } = operation;
    const prefix = capitalized(name);
    const header = (
      own: string,
      schema: z.ZodType<string>,
      description: string,
      examples?: Examples,
    ) => {
      const id = prefix + own.replaceAll('-', '');
      const param = { id, name: own, in: 'header', ...(examples && { examples }) } as const;
      return schema.optional().meta({ description, param });
    };
    const targets = [
      ...examplesOf(name).map((example) => [example.name, example.target] as const),
      ...failingTargets(operation),
    ];
    const inEach = (value: string) =>
      Object.fromEntries(examplesOf(name).map((example) => [example.name, { value }]));
    return [
      operation.find &&
        storedId('The ID as a plain decimal number.').meta({
          example: DEMO_IDS.products.tent,
          param: {
            id: `${prefix}Id`,
            name: 'id',
            in: 'path',
            examples: Object.fromEntries(targets.map(([kind, value]) => [kind, { value }])),
          },
        }),
      operation.replay &&
        header(IDEMPOTENCY_KEY, z.string().meta({ pattern: KEY_PATTERN }), OF_KEY),
      version,
      isTest && header('Prefer', z.string(), preferDescription(operation)),
      // No product has revision 0, and any revision is accepted, so the examples return what they ask for.
      method === 'GET' &&
        header('If-None-Match', z.string(), OF_NONE_MATCH, inEach(codec.revisionTag(0))),
      operation.revisionOf &&
        header(
          'If-Match',
          z.string().meta({ pattern: TAGS_PATTERN }),
          IF_MATCH_DESCRIPTION,
          inEach('*'),
        ),
    ].filter((parameter) => parameter instanceof z.ZodType);
  };
}

/** The versions a request can name, and the document's, which may be a future one. No example needs it. */
const serviceVersion = (example: VersionName, usable: readonly VersionName[]) => {
  const known = [...new Set(usable).add(example)].toSorted();
  const description = "The API version of this request; by default the token's version.";
  const param = { id: 'ServiceVersion', name: 'service-version', in: 'header' } as const;
  return z.enum(known).optional().meta({ description, example, param });
};

function preferDescription(operation: AnyOperation) {
  const statuses = possibleFailures(operation)
    .map((kind) => FAILURES[kind].status)
    .filter((status) => REHEARSED_STATUSES.includes(status));
  return `Only on test deployments: \`code=N\` makes the request fail with status ${statuses.join(', ')}; \
\`wait=N\` delays the response by N seconds. Unknown or invalid values are ignored.`;
}

/** The pattern counts a key's characters; the header has more of them: quotes, and backslashes before some. */
const OF_KEY =
  'A key of your choice, such as a UUID, that makes it safe to repeat the request. ' +
  `1 to ${MAX_KEY_LENGTH} visible ASCII characters, with or without quotes.`;

const OF_NONE_MATCH =
  'ETags you have: the response is 304 without a body if one of them is current. `*` matches any.';

const IF_MATCH_DESCRIPTION =
  'ETags you have, in this API version: the product is updated only if one of them is current, else the ' +
  'response is 412. `*` matches any. What proxies that compress make of a tag matches too: ' +
  `${CHANGED_TAGS.join(', ')}. If the value is not a list of quoted ETags, the response is 400.`;
