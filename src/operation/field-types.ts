// The kinds of input field, each with the validation code of its rule (section 7).
import { z } from 'zod';
import type { FieldErrorCode, FieldPath } from './field-error.ts';
import { MAX_INT32, MIN_INT32 } from './id.ts';
import { REQUIRED_MESSAGE } from './messages.ts';

/** The fields of a body, unvalidated or invalid. */
export type Unchecked = Readonly<Record<string, unknown>>;

/** A refinement that fails with one of the nine codes. */
export const rule = (code: FieldErrorCode, error: string) => ({
  error,
  abort: true,
  params: { code },
});

/** A reason to reject a valid body that JSON Schema can't express. */
export interface Condition {
  /** The field of the error, in domain names; an index stands for every entry of a list. Empty: any field. */
  readonly path: FieldPath;
  readonly code: FieldErrorCode;
  /** When a request is rejected, as a sentence. */
  readonly when: string;
  /** The only use of the input that has the condition; absent: every use. */
  readonly use?: 'update';
}

/** Whether ECMAScript trims a string to something; the check constraint on `sku` uses the same rule. */
export const hasText = (value: string) => value.trim() !== '';

/** Whether PostgreSQL can store a string: no NUL, no lone surrogates. */
const isStorable = (value: string) => !value.includes('\0') && value.isWellFormed();

/** The minimum and maximum of a number, a length or a number of entries; `Infinity` means no limit. */
export interface Limits {
  readonly min?: number;
  readonly max?: number;
}

interface Bounded {
  readonly limits: Limits;
  /** The same field with other limits and, for a list, other entries. */
  readonly make: (limits: Limits, entry?: z.ZodType | undefined) => z.ZodType;
}

const boundedFields = z.registry<object>();

/** The limits of a field, which a version can change, and the field with all its rules; undefined without limits. */
export const boundsOf = (field: z.ZodType) => boundedFields.get(field) as Bounded | undefined;

function withLimits<Field extends z.ZodType>(
  limits: Limits,
  make: (limits: Limits, entry?: z.ZodType) => Field,
): Field {
  const field = make(limits);
  boundedFields.add(field, { limits, make } satisfies Bounded);
  return field;
}

interface DomainObject {
  readonly object: string;
  /** Absent for list entries, which requests and responses share. An update keeps the fields that it lacks. */
  readonly use?: 'create' | 'update' | 'response';
}

/** The objects of the domain, by which releases name their fields. */
export const domainObjects = z.registry<DomainObject>();

/** The object that a shape stands for; without a name if no release can change it. */
export const domainOf = (shape: z.ZodObject): DomainObject =>
  domainObjects.get(shape) ?? { object: '' };

/** The name of a field in releases: `Object.field`. */
export const fieldSubject = (shape: z.ZodObject, name: string) =>
  `${domainOf(shape).object}.${name}`;

/** The name of the field in a subject: `stockType` in `Product.stockType`. */
export const fieldIn = (subject: string) => subject.slice(subject.indexOf('.') + 1);

/** A nested object or a list entry, named as its GraphQL types and as releases name its fields. */
export const domainObject = <Shape extends z.ZodRawShape>(
  object: string,
  description: string,
  fields: Shape,
) => z.strictObject(fields).meta({ description }).register(domainObjects, { object });

/** A response, or an object that only responses have. */
export const responseObject = <Shape extends z.ZodRawShape>(object: string, fields: Shape) =>
  z.object(fields).register(domainObjects, { object, use: 'response' });

/** Whether a string has at most `max` code points, each of one or two UTF-16 units. */
const hasAtMost = (max: number) => (value: string) =>
  value.length <= max || (value.length <= 2 * max && [...value].length <= max);

/** The field with a maximum length in Unicode code points, which PostgreSQL and JSON Schema count too. */
const within = (field: z.ZodString, max: number) =>
  Number.isFinite(max)
    ? field
        .refine(hasAtMost(max), rule('MAX_LENGTH', `Must have at most ${max} characters`))
        .meta({ maxLength: max })
    : field;

/** Patterns for documents, in the syntax all regular expression dialects share. */
const WITHOUT_NUL = String.raw`^[^\x00]*$`;
export const NOT_BLANK = String.raw`^\s*[^\s\x00][^\x00]*$`;

const storable = () =>
  z
    .string()
    .refine(isStorable, rule('INVALID_FORMAT', 'Must be valid Unicode text without NUL'))
    .meta({ pattern: WITHOUT_NUL });

/** What JSON Schema can't say about a string without NUL: it has no lone surrogates. */
export const UNICODE_TEXT: Condition = {
  path: [],
  code: 'INVALID_FORMAT',
  when: 'A string, in any field, is not valid Unicode: it has half of a surrogate pair.',
};

/** `error`: the message of a rule that a string breaks; undefined for a valid one. */
const withRule = (field: z.ZodString, error: (value: string) => string | undefined) =>
  field.refine((value) => error(value) === undefined, {
    error: ({ input }) => error(String(input)) ?? '',
    abort: true,
  });

/** A string of at most this many characters, with a rule of its own. */
export const text = (longest = Infinity, error?: Parameters<typeof withRule>[1]) =>
  withLimits({ max: longest }, ({ max = Infinity }) => {
    const field = storable();
    return within(error ? withRule(field, error) : field, max);
  });

export const requiredText = (longest = Infinity) =>
  withLimits({ max: longest }, ({ max = Infinity }) => {
    const field = storable().refine(hasText, rule('REQUIRED', REQUIRED_MESSAGE));
    return within(field.meta({ minLength: 1, pattern: NOT_BLANK }), max);
  });

export const title = () => requiredText(255);

export const integer = (least = MIN_INT32) =>
  withLimits({ min: least }, ({ min = MIN_INT32, max = MAX_INT32 }) =>
    z
      .int({ error: 'Must be an integer' })
      .min(Math.max(min, MIN_INT32))
      .max(Math.min(max, MAX_INT32)),
  );

export const decimal = (limits: Limits) =>
  withLimits(limits, ({ min = -Infinity, max = Infinity }) => {
    const least = Number.isFinite(min) ? z.number().min(min) : z.number();
    return Number.isFinite(max) ? least.max(max) : least;
  });

/** The fields that hold IDs: numbers in the domain and on REST, `ID` in GraphQL. */
export const idFields = z.registry<object>();

/** The ID of a record. Whether that record exists is checked by a rule, not by the shape. */
export const idField = (description: string) =>
  integer().meta({ minimum: 1, description }).register(idFields, {});

/** The ID of a record in responses; the example is the first one in each table of the demo data. */
export const storedId = (description?: string) =>
  z
    .int()
    .min(1)
    .max(MAX_INT32)
    .meta({ ...(description && { description }), example: 1 })
    .register(idFields, {});

export const day = (description: string, example: string) =>
  z.string().meta({ format: 'date', description, example });

export const quantity = () => integer(1);

/** No list accepts more entries, so an API doesn't need to look further. */
export const MAX_ENTRIES = 200;

/** A list that validates its length before its entries, so that a long one costs little. */
export function list<Entry extends z.ZodType>(
  entry: Entry,
  limits: Limits & { max: number },
) {
  return withLimits(limits, ({ min = 0, max = MAX_ENTRIES }, other = entry) => {
    if (max > MAX_ENTRIES)
      throw new RangeError(`A list of ${max} entries: the most is ${MAX_ENTRIES}`);
    const entries = z
      .array(other as Entry)
      .min(min)
      .max(max);
    return z.array(z.unknown()).min(min).max(max).pipe(entries);
  });
}

/** The description of a field or, without one, of the field inside its wrappers. */
export const descriptionOf = (field: z.core.$ZodType): string =>
  [field, withoutWrappers(field)]
    .map((one) => z.globalRegistry.get(one)?.description)
    .find((description) => description !== undefined) ?? '';

/** A field without its optional and nullable wrappers. */
export const withoutWrappers = (field: z.core.$ZodType): z.core.$ZodType =>
  field instanceof z.ZodOptional || field instanceof z.ZodNullable
    ? withoutWrappers(field.unwrap())
    : field;

/** The schema of a field's value; lists validate their length in another schema first. */
export function valueSchema(field: z.core.$ZodType): z.core.$ZodType {
  const inner = withoutWrappers(field);
  return inner instanceof z.ZodPipe ? inner.out : inner;
}

/** The schema of a list's entries, or of a value that is not a list. */
export function entrySchema(field: z.core.$ZodType): z.core.$ZodType {
  const value = valueSchema(field);
  return value instanceof z.ZodArray ? withoutWrappers(value.element) : value;
}

/** What null does to an input field; empty if null can't be sent. `isRequired`: in the version. */
export function describeNull(
  input: z.ZodObject,
  field: z.ZodType,
  isRequired = false,
): string {
  const { use } = domainOf(input);
  if (use === 'create') return field.isOptional() ? 'Null is the same as absent.' : '';
  if (use !== 'update') return '';
  if (!field.isNullable()) return 'Null returns `REQUIRED`.';
  return isRequired
    ? 'Null is accepted only if the stored value is null.'
    : 'Null clears it.';
}
