// The input of an operation, checked against its shape.
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { OperationContext } from './context.ts';
import { check, Unreadable } from './field-errors.ts';
import { domainObjects, entrySchema, subjectsOf, type Unchecked } from './field-types.ts';
import type { AnyOperation } from './operation.ts';

/** The fields that a body gives: in a create null is the same as absent, but that of an unknown field is refused. */
export function givenFields(shape: z.ZodObject, body: Unchecked): Unchecked {
  if (!Object.values(body).includes(null) || domainObjects.get(shape)?.use !== 'create') return body;
  return Object.fromEntries(
    Object.entries(body).filter(([name, value]) => value !== null || !Object.hasOwn(shape.shape, name)),
  );
}

/** Checks fields against their shape in the version of the request; those that equal what is stored need not fit it. */
export async function checkInput(
  { stored }: AnyOperation,
  context: OperationContext,
  { shape, given, target }: { readonly shape: z.ZodObject; readonly given: Unchecked; readonly target: unknown },
): Promise<ReturnType<typeof check<z.ZodObject>>> {
  const first = check(shape, given);
  const refused = new Set(first.errors.map(({ path }) => path[0]));
  const member = memberReader(context.view, shape);
  const names = Object.keys(shape.shape).filter((name) => refused.has(name) || member.differs(name, given));
  if (!stored || names.length === 0) return first;
  const kept = repeatedFields(shape, given, await stored(context, target), names, member);
  const others = Object.entries(given).filter(([name]) => !Object.hasOwn(kept, name));
  const { data, errors } = check(shape, Object.fromEntries(others));
  return data ? { data: { ...data, ...kept }, errors: [] } : { data, errors };
}

/** Those of `names` whose value is the stored one. `shape` is that of the version: what it does not have, its reads do not show. */
function repeatedFields(
  shape: z.ZodObject,
  given: Unchecked,
  stored: Unchecked,
  names: readonly string[],
  member: MemberReader,
): Unchecked {
  const pairs = names.map((name) => [name, asJson(given[name])] as const);
  const repeated = pairs.filter(([name, value]) =>
    isDeepStrictEqual(value, member.read(name, shown(shape.shape[name], asJson(stored[name])))),
  );
  return Object.fromEntries(
    repeated.map(([name, value]) => [name, member.differs(name, given) ? stored[name] : value]),
  );
}

type MemberReader = ReturnType<typeof memberReader>;

/** The members of enums as the version reads them: what it reads in place of a new one, and is sent back, stands for that. */
const memberReader = (view: OperationContext['view'], shape: z.ZodObject) => {
  const subject = (name: string) => subjectsOf(shape, name).ofObject;
  return {
    /** Whether a given member may stand for another one. */
    differs: (name: string, given: Unchecked) => Object.hasOwn(given, name) && view.hidesMembers(subject(name)),
    read: (name: string, value: unknown) => (typeof value === 'string' ? view.member(subject(name), value) : value),
  };
};

/** A value of the database, or of a request, as JSON has it: decimals are numbers, and what its codec refused is what it means. */
function asJson(value: unknown): unknown {
  if (value instanceof Unreadable) return asJson(value.meant);
  if (Array.isArray(value)) return value.map(asJson);
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Date) return value.toISOString();
  if (Object.getPrototypeOf(value) !== Object.prototype) return Number(value);
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, asJson(inner)]));
}

/** Stored objects without the fields that a version does not have. */
function shown(field: z.core.$ZodType | undefined, value: unknown): unknown {
  const entry = field && entrySchema(field);
  if (!(entry instanceof z.ZodObject) || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => shown(entry, one));
  const fields = Object.entries(value).filter(([name]) => Object.hasOwn(entry.shape, name));
  return Object.fromEntries(fields.map(([name, inner]) => [name, shown(entry.shape[name], inner)]));
}
