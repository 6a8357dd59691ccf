// The links of responses: where the id of a create and the ETag of a product lead to.
import type { oas31 } from 'zod-openapi';
import { domainObjects } from '../operation/field-types.ts';
import type { Route } from '../rest/route.ts';
import type { Codec } from '../rest/wire-codec.ts';

const TAG = '$response.header.ETag';

/** The links of a success; a rental has none. */
export function linksOf({ view, wire }: Codec, { method, operation, answer }: Route): Record<string, oas31.LinkObject> {
  if (operation.name === 'readRental') return {};
  const isCreate = method === 'POST';
  const id = isCreate
    ? `$response.body#/${wire.name(domainObjects.get(answer)?.object ?? '', 'id')}`
    : '$request.path.id';
  const link = (operationId: string, description: string, parameters: object = {}) =>
    view.has(operationId) ? { operationId, description, parameters: { id, ...parameters } } : undefined;
  const links = isCreate
    ? { read: link('readProduct', 'Reads it.'), update: link('updateProduct', 'Updates it.') }
    : {
        revalidate: link('readProduct', 'Reads it again, with 304 while it is the same.', { 'If-None-Match': TAG }),
        updateUnchanged: link('updateProduct', 'Updates it while it is the same.', { 'If-Match': TAG }),
      };
  return Object.fromEntries(Object.entries(links).filter(([, value]) => value)) as never;
}
