// Reads the fields of a request: body, envelope, version changes, then names and enums of the domain.
import type { z } from 'zod';
import type { JsonObject } from '../http/json-body.ts';
import { boundInput, fieldNamesOf } from '../operation/bound-input.ts';
import { invalid, OperationFailure } from '../operation/failure.ts';
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
  const bounded = boundInput(fields, sentNames(changes, shape)) as JsonObject;
  return fromWire(toNewestFields(changes, bounded, isUpdate));
}

/** The names of fields in the version of the request, gathered once, and for a large object alone. */
function sentNames(changes: readonly VersionChange[], shape: z.ZodObject): () => ReadonlySet<string> {
  let names: ReadonlySet<string> | undefined;
  return () => {
    names ??= new Set([
      ...(swapPath(fieldNamesOf(shape)) as string[]),
      ...changes.flatMap(({ renamed, removed }) => Object.keys({ ...renamed, ...removed })),
    ]);
    return names;
  };
}

/** A failure from before the version changes, with its paths in the names of the domain. */
function inDomainNames(error: unknown, changes: readonly VersionChange[]): unknown {
  if (!(error instanceof OperationFailure) || error.failure.kind !== 'invalid') return error;
  return invalid(
    error.failure.errors.map((fault) => ({ ...fault, path: swapPath(toNewestPath(changes, fault.path)) })),
  );
}
