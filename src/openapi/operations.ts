// The operations of the OpenAPI document: parameters, bodies and responses of each row of REST.
import { z } from 'zod';
import type { ZodOpenApiOperationObject } from 'zod-openapi';
import { DEMO_IDS } from '../demo/demo-data.ts';
import { ROOT_FIELDS } from '../graphql/schema.ts';
import { TAGS_PATTERN } from '../http/negotiation.ts';
import { storedId } from '../operation/field-types.ts';
import { IDEMPOTENCY_KEY, KEY_PATTERN, MAX_KEY_HEADER_LENGTH } from '../operation/idempotency.ts';
import { describeWrite } from '../operation/operation.ts';
import type { VersionName } from '../operation/versions.ts';
import { type Route, statusOf } from '../rest/route.ts';
import type { ROUTES } from '../rest/routes.ts';
import { wordsOf } from '../rest/wire.ts';
import type { Codec } from '../rest/wire-codec.ts';
import { conditionsOf } from './conditions.ts';
import { createExamples, type Examples } from './examples.ts';
import { type HeaderName, type Headers, OF_BUDGET } from './headers.ts';
import { createFailureResponses } from './responses.ts';
import { createWireSchemas, inputFields, typeName } from './schemas.ts';

/** The versions beside that of a document. */
interface Usable {
  /** The newest version: what it stores, every version reads. */
  readonly newest: VersionName;
  readonly usable: readonly VersionName[];
}

/** Makes the operations of a document. */
export function createOperations(codec: Codec, { newest, usable }: Usable, { refs }: Headers) {
  const schemas = createWireSchemas(codec.wire);
  const failures = createFailureResponses(schemas, codec, refs);
  const version = serviceVersion(codec.version, usable);
  const allExamples = createExamples(codec);
  const unchanged = 'The client has this state already: `If-None-Match` names its `ETag`.';
  const notModified = { id: 'NotModified', description: unchanged, headers: refs(['ETag']) };
  return (route: (typeof ROUTES)[number]): ZodOpenApiOperationObject => {
    const { operation, answer, envelope, tag, notes } = route;
    const [isRead, status] = [route.method === 'GET', statusOf(route)];
    const { name, summary, input, find, replay, revisionOf, throttled } = operation;
    const examples = allExamples[name];
    return {
      operationId: name,
      summary: summary.replace(/\.$/, ''),
      description: [notes(wordsOf(codec.wire)), envelope?.note, describeWrite(operation)].filter(Boolean).join('\n\n'),
      tags: [tag.name],
      'x-graphql-field': ROOT_FIELDS.get(name),
      ...(input && { 'x-conditions': conditionsOf(codec, route) }),
      parameters: [
        ...(find ? [pathId] : []),
        ...(replay ? [IDEMPOTENCY_KEY_PARAMETER] : []),
        version,
        ...(isRead ? [IF_NONE_MATCH] : []),
        ...(revisionOf ? [IF_MATCH] : []),
      ],
      ...(input &&
        envelope && {
          requestBody: {
            required: true,
            content: json(
              envelope.schema(inputFields(schemas, codec, newest, operation, input), typeName(name)),
              examples.request,
            ),
          },
        }),
      responses: {
        [status]: {
          description: status === 201 ? 'Created.' : 'Done.',
          headers: refs([
            ...HEADERS_OF_SUCCESS[route.method],
            ...(replay ? (['Idempotency-Replayed'] as const) : []),
            ...(throttled ? OF_BUDGET : []),
          ]),
          content: json(schemas.answer(codec.view.storedShape(answer, newest)), examples.answer),
        },
        ...(isRead && { 304: notModified }),
        ...failures(operation),
      },
    };
  };
}

const HEADERS_OF_SUCCESS: Readonly<Record<Route['method'], readonly HeaderName[]>> = {
  GET: ['ETag'],
  PUT: ['UpdatedETag'],
  POST: ['Location', 'CreatedETag'],
};

const json = (schema: z.ZodType, examples: Examples | undefined) => ({
  'application/json': { schema, ...(examples && { examples }) },
});

/** An optional header, whose component has its name without dashes. */
const header = <Schema extends z.ZodType<string>>(
  name: string,
  schema: Schema,
  description: string,
  more: object = {},
) => {
  const id = name.replaceAll(/(?:^|-)([a-z])|-/gi, (_, letter = '') => letter.toUpperCase());
  return schema.optional().meta({ description, ...more, param: { id, name, in: 'header' } });
};

/** The versions that a request can name, and that of the document, which may be one of the future. */
const serviceVersion = (example: VersionName, usable: readonly VersionName[]) => {
  const known = [...new Set([...usable, example])].toSorted();
  const description = 'The version of this one request, instead of that of the token.';
  return header('service-version', z.enum(known), description, { example });
};

/** One example for products and rentals: the demo owner has both. */
const pathId = storedId('The id, in plain decimal; anything else names nothing.').meta({
  example: DEMO_IDS.products.tent,
  param: { id: 'Id', name: 'id', in: 'path' },
});

// The headers below have no example: a reference that filled it in would get 304, 412 or 422 for requests as they stand.

const IF_NONE_MATCH = header(
  'If-None-Match',
  z.string(),
  'ETags that the client has: 304 without a body if the current one is among them. `*` is any.',
);

const IF_MATCH = header(
  'If-Match',
  z.string(),
  'ETags in this version of the API, of reads, creates or updates: the product is changed only if its current one is among them, else 412. ' +
    '`*` is any; a weak tag is none; what is no list of ETags in their quotes is 400.',
  { pattern: TAGS_PATTERN },
);

const IDEMPOTENCY_KEY_PARAMETER = header(
  IDEMPOTENCY_KEY,
  z.string().min(1).max(MAX_KEY_HEADER_LENGTH),
  'Names the request, so that it can be sent again without doing its work twice: visible ASCII characters, with or without quotes.',
  { pattern: KEY_PATTERN },
);
