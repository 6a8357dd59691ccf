// Fields whose type on REST differs from the domain's (section 9.6): a release brings the conversion.
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { TypeCodec } from '../operation/change-kinds.ts';
import { check } from '../operation/check.ts';
import type { ValueCodec, Writer } from './object-codec.ts';

/**
 * `toJson` makes JSON of the domain's value. Values stored by older versions may not fit the type: they are unchecked.
 */
export function typeCodec(type: TypeCodec, toJson: Writer): ValueCodec {
  function write(value: unknown) {
    const json = toJson ? toJson(value) : value;
    const { success, data } = z.safeEncode(type, json);
    return success ? data : unchecked(() => type.def.reverseTransform(json, payloadOf(json)));
  }
  return {
    write,
    read(value) {
      const { data, errors } = check(type, value);
      if (errors.length === 0) return { value: data, errors };
      // A read may have returned it, if what is stored doesn't fit the type.
      const decoded = unchecked(() => type.def.transform(value, payloadOf(value)));
      const isOfRead = decoded !== null && isDeepStrictEqual(sentAs(write(decoded)), value);
      return {
        value: isOfRead ? decoded : undefined,
        errors: errors.map((error) => ({ ...error, value: [] })),
      };
    },
  };
}

/** As JSON, which has no undefined members. */
const sentAs = (value: unknown) => JSON.parse(JSON.stringify(value) ?? 'null');

const payloadOf = (value: unknown) => ({ value, issues: [] });

/** The result of a conversion; null if it throws. */
function unchecked(convert: () => unknown): unknown {
  try {
    return convert() ?? null;
  } catch {
    return null;
  }
}
