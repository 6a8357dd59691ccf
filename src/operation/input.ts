// Validates the input of an operation against its shape.
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { check, Unreadable } from './check.ts';
import type { OperationContext } from './context.ts';
import { domainOf, entrySchema, fieldSubject, type Unchecked } from './field-types.ts';
import type { AnyOperation } from './operation.ts';

/** The fields a body sets. In a create, null means absent, except that an unknown field is rejected even if null. */
export function givenFields(shape: z.ZodObject, body: Unchecked): Unchecked {
  if (!Object.values(body).includes(null) || domainOf(shape).use !== 'create') return body;
  return Object.fromEntries(
    Object.entries(body).filter(
      ([name, value]) => value !== null || !Object.hasOwn(shape.shape, name),
    ),
  );
}

/** Validates fields against their shape in the request's version; fields that equal their stored value are exempt. */
export async function checkInput(
  { stored }: AnyOperation,
  context: OperationContext,
  {
    shape,
    given,
    target,
  }: { readonly shape: z.ZodObject; readonly given: Unchecked; readonly target: unknown },
): Promise<ReturnType<typeof check<z.ZodObject>>> {
  const first = check(shape, given);
  const rejected = new Set(first.errors.map(({ path }) => path[0]));
  const member = memberReader(context.view, shape);
  const names = Object.keys(shape.shape).filter(
    (name) => rejected.has(name) || member.differs(name, given),
  );
  if (!stored || names.length === 0) return first;
  const kept = repeatedFields(shape, given, await stored(context, target), names, member);
  const others = Object.entries(given).filter(([name]) => !Object.hasOwn(kept, name));
  const { data, errors } = check(shape, Object.fromEntries(others));
  return data ? { data: { ...data, ...kept }, errors: [] } : { data, errors };
}

/** The `names` whose value equals the stored one, as a read of the version returns it. */
function repeatedFields(
  shape: z.ZodObject,
  given: Unchecked,
  stored: Unchecked,
  names: readonly string[],
  member: MemberReader,
): Unchecked {
  const pairs = names.map((name) => [name, asJson(given[name])] as const);
  const repeated = pairs.filter(([name, value]) =>
    isDeepStrictEqual(
      value,
      member.read(name, withoutUnknownFields(shape.shape[name], asJson(stored[name]))),
    ),
  );
  return Object.fromEntries(
    repeated.map(([name, value]) => [
      name,
      member.differs(name, given) ? stored[name] : value,
    ]),
  );
}

type MemberReader = ReturnType<typeof memberReader>;

/**
 * Reads enum members as the version does: a member returned in place of a new one means the new one when it is sent
 * back.
 */
const memberReader = (view: OperationContext['view'], shape: z.ZodObject) => {
  const subject = (name: string) => fieldSubject(shape, name);
  return {
    /** Whether a given member may stand for another. */
    differs: (name: string, given: Unchecked) =>
      Object.hasOwn(given, name) && view.hidesMembers(subject(name)),
    read: (name: string, value: unknown) =>
      typeof value === 'string' ? view.member(subject(name), value) : value,
  };
};

/** A stored or sent value as JSON: decimals are numbers, and a value its codec rejected is what it was decoded to. */
function asJson(value: unknown): unknown {
  if (value instanceof Unreadable) return asJson(value.meant);
  if (Array.isArray(value)) return value.map(asJson);
  if (typeof value !== 'object' || value === null) return value;
  if (Object.getPrototypeOf(value) !== Object.prototype) return Number(value);
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, asJson(inner)]),
  );
}

/** Stored objects as a read of the version returns them. */
function withoutUnknownFields(field: z.core.$ZodType | undefined, value: unknown): unknown {
  const entry = field && entrySchema(field);
  if (!(entry instanceof z.ZodObject) || typeof value !== 'object' || value === null)
    return value;
  if (Array.isArray(value)) return value.map((one) => withoutUnknownFields(entry, one));
  const fields = Object.entries(value).filter(([name]) => Object.hasOwn(entry.shape, name));
  return Object.fromEntries(
    fields.map(([name, inner]) => [name, withoutUnknownFields(entry.shape[name], inner)]),
  );
}
