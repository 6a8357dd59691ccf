// Conversions of values between REST and the domain: enums, types of their own, lists, dates and numbers.
import { z } from 'zod';
import type { RestValues, TypeCodec } from '../operation/change-kinds.ts';
import { check, Unreadable } from '../operation/check.ts';
import { valueSchema } from '../operation/field-types.ts';
import { noSuchValue } from '../operation/messages.ts';
import type { VersionView } from '../operation/version-view.ts';

/** Converts a non-null value; undefined if values stay as they are. */
export type Coding = ((value: unknown) => unknown) | undefined;

export interface ValueCodec {
  readonly read: Coding;
  readonly write: Coding;
  /** The REST values of an enum. */
  readonly values?: RestValues | undefined;
}

export const enumCodec = (
  view: VersionView,
  subject: string,
  values: RestValues,
): ValueCodec => ({
  values,
  read: enumReader(values),
  write: (member) => values[view.member(subject, String(member))],
});

/** Converts each entry of a list, or a value that isn't a list. */
export function inList(schema: z.ZodType, convert: Coding): Coding {
  if (!convert || !(valueSchema(schema) instanceof z.ZodArray)) return convert;
  const convertEntry = (entry: unknown) => (entry === null ? entry : convert(entry));
  return (value) => (Array.isArray(value) ? value.map(convertEntry) : value);
}

/** Converts a database value to JSON. */
export function leafWriter(schema: z.core.$ZodType): Coding {
  if (schema instanceof z.ZodNumber && !schema.isInt) return Number;
  const format = z.globalRegistry.get(schema)?.format;
  if (format === 'date') return (value) => isoText(value).slice(0, 'YYYY-MM-DD'.length);
  return format === 'date-time' ? isoText : undefined;
}

const isoText = (value: unknown) =>
  value instanceof Date ? value.toISOString() : String(value);

function enumReader(values: RestValues): Coding {
  const members = new Map<unknown, string>();
  for (const [member, value] of Object.entries(values).toReversed())
    members.set(value, member);
  const allowed = Object.keys(values);
  return (value) =>
    members.get(value) ??
    new Unreadable([
      {
        path: [],
        code: 'INVALID_FORMAT',
        message: noSuchValue(value, [...members.keys()]),
        allowed,
      },
    ]);
}

export const typeReader =
  (type: TypeCodec): Coding =>
  (value) => {
    const { data, errors } = check(type, value);
    if (errors.length === 0) return data;
    const decoded = unchecked(() => type.def.transform(value, payloadOf(value)));
    return new Unreadable(errors, decoded);
  };

/** Values stored by older versions may not fit the type; they are written unchecked. */
export const typeWriter =
  (type: TypeCodec, write: Coding): Coding =>
  (value) => {
    const written = write ? write(value) : value;
    const { success, data } = z.safeEncode(type, written);
    return success
      ? data
      : unchecked(() => type.def.reverseTransform(written, payloadOf(written)));
  };

const payloadOf = (value: unknown) => ({ value, issues: [] });

/** The result of a conversion; null if it throws. */
function unchecked(convert: () => unknown): unknown {
  try {
    return convert() ?? null;
  } catch {
    return null;
  }
}
