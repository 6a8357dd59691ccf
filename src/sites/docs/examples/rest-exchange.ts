// An example on REST: its request in the names and values of a version, with its answer.

import { failureBody } from '../../../http/respond.ts';
import { OUTPUTS } from '../../../openapi/example-outputs.ts';
import { restAnswer, restBody } from '../../../openapi/examples.ts';
import { FAILURES } from '../../../operation/failure.ts';
import { DOMAIN_SPELLING } from '../../../operation/spelling.ts';
import { API_BASE_PATH } from '../../../paths.ts';
import { revisionTag } from '../../../rest/validators.ts';
import type { ExampleRequest } from '../../pages/snippets/example-request.ts';
import { type NewestVersion, routeOf } from '../guides/newest-version.ts';
import type { Example } from './example.ts';

const NOT_MODIFIED = 304;

export function restExchange(example: Example, names: NewestVersion): ExampleRequest {
  const { operation, target, input, inData, failure, headers, tokenInUrl, ifRevision, unlessRevision } = example;
  const route = routeOf(operation);
  const { version, codec } = names;
  const etag = (revision: number) => revisionTag({ version, shapeMark: codec.shapeMark }, revision);
  const fields = input && names.input(operation, input);
  const spelling = fields ? names.restSpelling(operation) : DOMAIN_SPELLING;
  const body = fields && restBody(codec, route, { summary: '', input: fields, ...(inData && { inData }) });
  const done = () => plain(restAnswer(codec, route, OUTPUTS[operation](target, fields ?? {})));
  return {
    method: route.method,
    path: `${API_BASE_PATH}${route.path.replace(':id', String(target))}`,
    headers: {
      ...names.restHeaders,
      ...headers,
      ...(ifRevision !== undefined && { 'If-Match': etag(ifRevision) }),
      ...(unlessRevision !== undefined && { 'If-None-Match': etag(unlessRevision) }),
    },
    body: body && plain(body),
    tokenInUrl,
    status: unlessRevision === undefined ? (failure ? FAILURES[failure.kind].status : route.status) : NOT_MODIFIED,
    answer: unlessRevision === undefined ? (failure ? failureBody(failure, spelling) : done()) : undefined,
  };
}

/** A value as its JSON has it. */
export const plain = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value));
