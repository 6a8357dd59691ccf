// The links of responses: where a create's ID and an ETag lead to.
import type { oas31 } from 'zod-openapi';
import { fieldSubject } from '../operation/field-types.ts';
import type { Route } from '../rest/route.ts';
import type { Codec } from '../rest/wire-codec.ts';

const TAG = '$response.header.ETag';
const REVALIDATES = 'Read it again; the response is 304 if nothing changed.';
const UPDATES_UNCHANGED = 'Update it if nothing changed.';

/** The links of a successful response. */
export function linksOf(
  { view, wire }: Codec,
  { method, operation, answer }: Route,
): Record<string, oas31.LinkObject> {
  const isCreate = method === 'POST';
  const isRental = operation.name === 'readRental';
  const id = isCreate
    ? `$response.body#/${wire.name(fieldSubject(answer, 'id'))}`
    : '$request.path.id';
  const link = (operationId: string, description: string, parameters: object = {}) =>
    view.has(operationId)
      ? { operationId, description, parameters: { id, ...parameters } }
      : undefined;
  const links = isCreate
    ? { read: link('readProduct', 'Reads it.'), update: link('updateProduct', 'Updates it.') }
    : {
        revalidate: link(isRental ? operation.name : 'readProduct', REVALIDATES, {
          'If-None-Match': TAG,
        }),
        ...(!isRental && {
          updateUnchanged: link('updateProduct', UPDATES_UNCHANGED, { 'If-Match': TAG }),
        }),
      };
  return Object.fromEntries(Object.entries(links).filter(([, value]) => value)) as never;
}
