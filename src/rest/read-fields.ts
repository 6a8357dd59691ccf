// Reads the fields of a request: body, envelope, version changes, then names and enums of the domain.
import { readJsonBody } from '../http/json-body.ts';
import { invalid, OperationFailure } from '../operation/failure.ts';
import type { Envelope } from './envelope.ts';
import type { VersionChange } from './version-change.ts';
import { toNewestFields, toNewestPath } from './versioned-fields.ts';
import { fromWire, swapPath } from './wire.ts';

/** The unchecked fields in the names of the domain. Fails at paths of the domain, as an operation does. */
export async function readFields(
  request: Request,
  envelope: Envelope,
  changes: readonly VersionChange[],
  isUpdate: boolean,
): Promise<unknown> {
  const fields = await readJsonBody(request)
    .then(envelope.open)
    .catch((error: unknown) => {
      throw inDomainNames(error, changes);
    });
  return fromWire(toNewestFields(changes, fields, isUpdate));
}

/** A failure from before the version changes, with its paths in the names of the domain. */
function inDomainNames(error: unknown, changes: readonly VersionChange[]): unknown {
  if (!(error instanceof OperationFailure) || error.failure.kind !== 'invalid') return error;
  return invalid(
    error.failure.errors.map((fault) => ({ ...fault, path: swapPath(toNewestPath(changes, fault.path)) })),
  );
}
