// The examples of operations in a version's names, with their responses on new demo data, which `npm run record`
// writes.
import { readdirSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import type { ZodOpenApiMediaTypeObject } from 'zod-openapi';
import type { JsonObject } from '../http/json-body.ts';
import { entrySchema, valueSchema } from '../operation/field-types.ts';
import type { VersionName } from '../operation/versions.ts';
import { API_BASE_PATH } from '../paths.ts';
import type { Route } from '../rest/route.ts';
import { type RestOperationName, ROUTES } from '../rest/routes.ts';
import { revisionTag } from '../rest/validators.ts';
import type { Codec } from '../rest/wire-codec.ts';
import { OPERATION_EXAMPLES, type OperationExample } from './operation-examples.ts';

export type Examples = NonNullable<ZodOpenApiMediaTypeObject['examples']>;

type OfDirection = Readonly<Record<'request' | 'answer', Examples | undefined>>;

/** The examples of a version's OpenAPI document in its names and values; responses appear once they are recorded. */
export function createExamples(codec: Codec): Readonly<Record<RestOperationName, OfDirection>> {
  const responseTo = recordedResponses(codec.version);
  const examplesOf = (route: (typeof ROUTES)[number]): OfDirection => {
    const all = Object.entries(OPERATION_EXAMPLES[route.operation.name]).map(([name, example]) => {
      const request = restRequest(codec, route, example);
      return {
        name,
        summary: example.summary,
        request: request.body,
        answer: responseTo(request)?.body,
      };
    });
    const answers = all.map(
      ({ name, summary, answer }) => [name, { summary, value: answer }] as const,
    );
    return {
      request: record(all.map(({ name, summary, request }) => [name, { summary, value: request }])),
      answer: record(answers),
    };
  };
  return Object.fromEntries(
    ROUTES.map((route) => [route.operation.name, examplesOf(route)]),
  ) as never;
}

function record(
  entries: readonly (readonly [name: string, { readonly value: JsonObject | undefined }])[],
) {
  const known = entries.filter(([, { value }]) => value);
  return known.length > 0 ? Object.fromEntries(known) : undefined;
}

/** An example's request in a version's names and values. */
export function restRequest(
  codec: Codec,
  route: Route,
  example: Omit<OperationExample, 'summary'>,
): ExampleRequest {
  const { target, input, inData, ifRevision, unlessRevision } = example;
  const { method, path, envelope, fields } = route;
  return {
    method,
    path: `${API_BASE_PATH}${path.replace(':id', String(target))}`,
    headers: {
      ...(ifRevision !== undefined && { 'If-Match': revisionTag(codec, ifRevision) }),
      ...(unlessRevision !== undefined && { 'If-None-Match': revisionTag(codec, unlessRevision) }),
    },
    body:
      input &&
      fields &&
      envelope?.wrap(codec.write(fields, withRequired(codec, fields, input)), inData),
  };
}

/** The version's fields and others it requires, in list entries too; without those that have no example. */
export function withRequired(codec: Codec, shape: z.ZodObject, fields: object): JsonObject {
  const { shape: known } = codec.view.shape(shape);
  const asGiven = Object.entries(fields).filter(([name]) => Object.hasOwn(known, name));
  const given = asGiven.map(([name, value]) => {
    const entry = shape.shape[name] && entrySchema(shape.shape[name]);
    if (!(entry instanceof z.ZodObject) || typeof value !== 'object' || value === null)
      return [name, value];
    const fill = (one: object) => withRequired(codec, entry, one);
    return [name, Array.isArray(value) ? value.map(fill) : fill(value)];
  });
  const missing = Object.entries<z.ZodType>(known)
    .filter(([name, field]) => !field.isOptional() && !Object.hasOwn(fields, name))
    // The row lacks it: null, or the example of its shape.
    .map(([name, field]) => [name, field.isNullable() ? null : exampleOf(field)] as const);
  return Object.fromEntries([...given, ...missing.filter(([, value]) => value !== undefined)]);
}

/** The example of a field, of its object's fields, or of one list entry; undefined if one of them lacks it. */
function exampleOf(field: z.core.$ZodType): unknown {
  const value = valueSchema(field);
  const own = z.globalRegistry.get(field)?.example ?? z.globalRegistry.get(value)?.example;
  if (own !== undefined) return own;
  if (value instanceof z.ZodArray) {
    const entry = exampleOf(value.element);
    return entry === undefined ? undefined : [entry];
  }
  if (!(value instanceof z.ZodObject)) return undefined;
  const known = Object.entries<z.ZodType>(value.shape).flatMap(([name, inner]) => {
    const example = exampleOf(inner);
    return example === undefined && inner.isOptional() ? [] : [[name, example] as const];
  });
  return known.some(([, example]) => example === undefined) ? undefined : Object.fromEntries(known);
}

export interface ExampleRequest {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  /** Headers other than the token and the content type. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Sent as JSON. */
  readonly body?: JsonObject | undefined;
  /** A multi-line GraphQL document, the `query` of the body. */
  readonly query?: string | undefined;
}

export interface RecordedResponse {
  readonly status: number;
  /** Absent for a response without a body, such as 304. */
  readonly body?: JsonObject;
}

export interface RecordedExchange {
  readonly request: ExampleRequest;
  readonly response: RecordedResponse;
}

/** The key of a request whose version is the file's. */
export const keyOf = ({ method, path, headers = {}, query, body }: ExampleRequest): string => {
  const others = Object.entries(headers).filter(([name]) => name !== 'service-version');
  return JSON.stringify([method, path, Object.fromEntries(others), query, body]);
};

const RECORDED = new URL('./recorded/', import.meta.url);

/** The recorded exchanges by file name; a version is parsed when one of its pages is built. */
const recorded = new Map(
  readdirSync(RECORDED).map((name) => [name, readFileSync(new URL(name, RECORDED), 'utf8')]),
);

/** A version's responses by request; undefined for a request that was not recorded. */
export function recordedResponses(
  version: VersionName,
): (request: ExampleRequest) => RecordedResponse | undefined {
  const exchanges: RecordedExchange[] = JSON.parse(recorded.get(`${version}.json`) ?? '[]');
  const known = new Map(exchanges.map(({ request, response }) => [keyOf(request), response]));
  return (request) => known.get(keyOf(request));
}
