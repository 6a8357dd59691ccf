// Reads the fields of a request: body, envelope, bounds, then names and values of the domain.
import type { z } from 'zod';
import type { JsonObject } from '../http/json-body.ts';
import { boundInput } from '../operation/bound-input.ts';
import type { Envelope } from './envelope.ts';
import type { Codec } from './wire-codec.ts';

/** The unchecked fields in the names of the domain. */
export async function readFields(
  body: () => Promise<JsonObject>,
  envelope: Envelope,
  shape: z.ZodObject,
  codec: Codec,
): Promise<unknown> {
  const fields = envelope.open(await body());
  const bounded = boundInput(fields, () => codec.names(shape));
  return codec.read(shape, bounded as JsonObject);
}
