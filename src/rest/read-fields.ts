// Reads the fields of a request: body, envelope, version changes, then names and enums of the domain.
import type { z } from 'zod';
import type { JsonObject } from '../http/json-body.ts';
import { boundInput, fieldNamesOf } from '../operation/bound-input.ts';
import { type FieldPath, invalid, OperationFailure } from '../operation/failure.ts';
import type { Envelope } from './envelope.ts';
import type { VersionChange } from './version-change.ts';
import { toNewestFields, toNewestPath } from './versioned-fields.ts';
import { fromWire, swapPath } from './wire.ts';

/** How the fields of a request are read. */
interface Reading {
  /** The changes between the version of the request and the newest. */
  readonly changes: readonly VersionChange[];
  readonly shape: z.ZodObject;
  /** Whether absent fields keep their stored values. */
  readonly isUpdate: boolean;
}

/** The unchecked fields in the names of the domain. Fails at paths of the domain, as an operation does. */
export async function readFields(
  body: () => Promise<JsonObject>,
  envelope: Envelope,
  { changes, shape, isUpdate }: Reading,
): Promise<unknown> {
  const fields = await body()
    .then(envelope.open)
    .catch((error: unknown) => {
      throw inDomainNames(error, changes);
    });
  const bounded = boundInput(fields, isSentName(changes, shape)) as JsonObject;
  return fromWire(toNewestFields(changes, bounded, isUpdate));
}

/** Whether a field has this name in the version of the request. The names are gathered for a large object alone. */
function isSentName(changes: readonly VersionChange[], shape: z.ZodObject): (name: string) => boolean {
  let names: ReadonlySet<FieldPath[number]> | undefined;
  return (name) => {
    names ??= new Set([
      ...swapPath(fieldNamesOf(shape)),
      ...changes.flatMap(({ renamed, removed }) => Object.keys({ ...renamed, ...removed })),
    ]);
    return names.has(name);
  };
}

/** A failure from before the version changes, with its paths in the names of the domain. */
function inDomainNames(error: unknown, changes: readonly VersionChange[]): unknown {
  if (!(error instanceof OperationFailure) || error.failure.kind !== 'invalid') return error;
  return invalid(
    error.failure.errors.map((fault) => ({ ...fault, path: swapPath(toNewestPath(changes, fault.path)) })),
  );
}
