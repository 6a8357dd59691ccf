// The example of an operation in the reference: its first request with its first answer.
import { API_BASE_PATH } from '../../../paths.ts';
import type { Html } from '../../pages/frame.ts';
import { routeOf } from '../guides/newest-version.ts';
import { exchange } from '../snippets/languages.ts';
import { type Answer, componentOf, type Document, type Operation } from './document.ts';

export function showExample(origin: string, { components }: Document, operation: Operation): Html {
  const { operationId, method, path, parameters, requestBody, responses } = operation;
  const {
    status,
    operation: { title },
  } = routeOf(operationId);
  const ids = parameters.map((one) => components.parameters[componentOf(one)]).filter((one) => one?.in === 'path');
  const examples = (body: Pick<Answer, 'content'> | undefined) =>
    Object.values(body?.content?.['application/json'].examples ?? {});
  return exchange(origin, {
    id: `${operationId}-example`,
    label: title,
    method,
    path: ids.reduce(
      (filled, one) => filled.replace(`{${one?.name}}`, String(one?.schema.example)),
      `${API_BASE_PATH}${path}`,
    ),
    body: examples(requestBody)[0]?.value,
    status,
    answer: examples(responses[status] as Answer)[0]?.value,
  });
}
