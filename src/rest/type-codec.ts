// Fields whose type on REST differs from the domain's (section 9.6): a release brings the conversion.
import { z } from 'zod';
import type { TypeCodec } from '../operation/change-kinds.ts';
import { check } from '../operation/check.ts';
import type { ValueCodec, Writer } from './object-codec.ts';

/**
 * `write` makes JSON of the domain's value. Values stored by older versions may not fit the type: they are unchecked.
 */
export const typeCodec = (type: TypeCodec, write: Writer): ValueCodec => ({
  read(value) {
    const { data, errors } = check(type, value);
    if (errors.length === 0) return { value: data, errors };
    // What is stored may be equal to it.
    const decoded = unchecked(() => type.def.transform(value, payloadOf(value)));
    return { value: decoded, errors: errors.map((error) => ({ ...error, value: [] })) };
  },
  write(value) {
    const written = write ? write(value) : value;
    const { success, data } = z.safeEncode(type, written);
    return success
      ? data
      : unchecked(() => type.def.reverseTransform(written, payloadOf(written)));
  },
});

const payloadOf = (value: unknown) => ({ value, issues: [] });

/** The result of a conversion; null if it throws. */
function unchecked(convert: () => unknown): unknown {
  try {
    return convert() ?? null;
  } catch {
    return null;
  }
}
