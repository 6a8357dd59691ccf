// The operations of the OpenAPI document: parameters, bodies, conditions and responses of each REST route.
import { ROOT_FIELDS } from '../graphql/schema.ts';
import { FAILURES } from '../operation/failures.ts';
import { type Condition, domainOf, UNICODE_TEXT } from '../operation/field-types.ts';
import { describeWrite } from '../operation/operation.ts';
import type { Codec } from '../rest/codec.ts';
import { markdownSpelling } from '../rest/rest-spelling.ts';
import { isServed, type Route, statusOf } from '../rest/route.ts';
import type { ROUTES } from '../rest/routes.ts';
import { capitalized } from '../text.ts';
import { createBodies, json } from './examples.ts';
import { type Headers, OF_BUDGET } from './headers.ts';
import { createParameters, failingTargets, type Surroundings } from './parameters.ts';
import { createFailureResponses } from './responses.ts';
import { createSchemas, inputSchema } from './schemas.ts';

/** Creates the operations of a document. */
export function createOperations(
  codec: Codec,
  surroundings: Surroundings,
  { refs }: Headers,
) {
  const { newest } = surroundings;
  const requestSchema = createSchemas(codec, newest, 'Input');
  const responseSchema = createSchemas(codec, newest, '');
  const failures = createFailureResponses(responseSchema, codec, refs);
  const parametersOf = createParameters(codec, surroundings);
  const bodiesOf = createBodies(codec.version);
  const unchanged = 'The client has this state already: `If-None-Match` names its `ETag`.';
  const notModified = { id: 'NotModified', description: unchanged, headers: refs(['ETag']) };
  return (route: (typeof ROUTES)[number]) => {
    const { operation, response, envelope, tag, notes } = route;
    const status = statusOf(route);
    const { name, title, summary, input, replay, throttled } = operation;
    const requests = bodiesOf(name, 'request');
    const [valid] = Object.values(requests);
    const failing = valid ? failingTargets(operation) : [];
    const failingRequests = failing.map(([kind]) => [
      kind,
      { ...valid, summary: FAILURES[kind].message },
    ]);
    const rules = notes(markdownSpelling(codec, codec.view.defaults(operation)));
    return {
      operationId: name,
      summary: title,
      ...(!isServed(newest, route) && { deprecated: true }),
      // Agents take 300 characters, so the rules of a body are with the body.
      description: `${summary}\n\n${envelope ? describeWrite(operation) : rules}`,
      tags: [tag.name],
      'x-graphql-field': ROOT_FIELDS.get(name),
      ...(input && { 'x-conditions': conditionsOf(codec, route) }),
      parameters: parametersOf(route),
      ...(input &&
        envelope && {
          requestBody: {
            required: true,
            description: `${rules}\n\n${envelope.note}`,
            content: json(
              envelope.schema(
                inputSchema(requestSchema, codec, operation, input),
                capitalized(name),
              ),
              { ...requests, ...Object.fromEntries(failingRequests) },
            ),
          },
        }),
      responses: {
        [status]: {
          description: status === 201 ? 'Created.' : 'Done.',
          headers: refs([
            ...HEADERS_OF_SUCCESS[route.method],
            ...(replay ? ['Idempotency-Replayed'] : []),
            ...(throttled ? OF_BUDGET : []),
          ]),
          content: json(
            responseSchema(codec.view.shape(response)),
            bodiesOf(name, 'response'),
          ),
        },
        ...(route.method === 'GET' && { 304: notModified }),
        ...failures(operation),
      },
    };
  };
}

const HEADERS_OF_SUCCESS: Readonly<Record<Route['method'], readonly string[]>> = {
  GET: ['ETag'],
  PUT: ['UpdatedETag'],
  POST: ['Location', 'CreatedETag'],
};

/**
 * `x-conditions`: the reasons to reject a valid body that JSON Schema can't express, with the field and code of each
 * error in a version's names; `[]` stands for any entry of a list, `*` for any field.
 */
function conditionsOf({ view, spelling }: Codec, { operation, fields }: Route) {
  const { input, rules = [] } = operation;
  if (!input || !fields) return [];
  const { object, use } = domainOf(input);
  const isOfVersion = ({ path: [field], use: only }: Condition) =>
    (only === undefined || only === use) &&
    (field === undefined || view.has(`${object}.${field}`));
  const ofRules = rules.flatMap(({ conditions }) => conditions);
  const { shape } = view.shape(input);
  /** Of the nullable fields that the version requires. */
  const ofShape = Object.keys(shape)
    .filter((name) => input.shape[name].isNullable() && !shape[name].isNullable())
    .map(
      (name): Condition => ({
        path: [name],
        code: 'REQUIRED',
        when: 'The value is null, and the stored one is not.',
      }),
    );
  const { field } = spelling(fields);
  return [...ofRules, ...ofShape, UNICODE_TEXT]
    .filter(isOfVersion)
    .map(({ path, code, when }) => ({
      field: field(path).replaceAll('[0]', '[]') || '*',
      code,
      description: when,
    }));
}
