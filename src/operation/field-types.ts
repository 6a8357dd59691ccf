// The kinds of field that inputs are made of, each with the validation code of its rule (section 7, D12, D14, D17).
import { z } from 'zod';
import type { FieldErrorCode } from './failure.ts';
import { REQUIRED_MESSAGE } from './field-errors.ts';
import { MAX_INT32, MIN_INT32 } from './id.ts';

/** A refinement that fails with one of the nine codes. */
const rule = (code: FieldErrorCode, error: string) => ({ error, abort: true, params: { code } });

/** Blank is what ECMAScript trims to nothing; the check constraint on `sku` means the same. */
export const isBlank = (value: string) => value.trim() === '';

/** Text that PostgreSQL stores as it is: no NUL, no half of a surrogate pair. */
const isStorable = (value: string) => !value.includes('\0') && value.isWellFormed();

/** Whether a text has at most so many code points; each takes one or two of its units. */
const hasAtMost = (max: number, value: string) =>
  value.length <= max || (value.length <= 2 * max && [...value].length <= max);

/** The field with a largest length, which counts Unicode code points, as PostgreSQL and JSON Schema do. */
const within = (field: z.ZodString, max: number | undefined) =>
  max === undefined
    ? field
    : field
        .refine((value) => hasAtMost(max, value), rule('MAX_LENGTH', `Must have at most ${max} characters`))
        .meta({ maxLength: max });

const storable = () => z.string().refine(isStorable, rule('INVALID_FORMAT', 'Must be valid Unicode text without NUL'));

export const text = (max?: number) => within(storable(), max);

/** Text that is not blank. */
export const requiredText = (max?: number) => {
  const field = storable().refine((value) => !isBlank(value), rule('REQUIRED', REQUIRED_MESSAGE));
  return within(field.meta({ minLength: 1, pattern: '\\S' }), max);
};

const TITLE_MAX_LENGTH = 255;

export const title = () => requiredText(TITLE_MAX_LENGTH).meta({ description: 'The title.' });

export const integer = (min = MIN_INT32) => z.int({ error: 'Must be an integer' }).min(min).max(MAX_INT32);

/** The fields that hold ids: numbers in the domain and on REST, `ID` on GraphQL. */
export const idFields = z.registry<object>();

/** The id of a record; a rule, not the shape, finds that an id names nothing. */
export const idField = (description: string) => integer().meta({ minimum: 1, description }).register(idFields, {});

const QUANTITY_MIN = 1;

export const quantity = () => integer(QUANTITY_MIN);

/** A list whose length is checked before its entries are, so that a long one costs little. */
export function list<Entry extends z.ZodType>(entry: Entry, { min = 0, max }: { min?: number; max: number }) {
  return z.array(z.unknown()).min(min).max(max).pipe(z.array(entry).min(min).max(max));
}

/** A field without the wrappers that let it be absent or null. */
export const withoutWrappers = (field: z.core.$ZodType): z.core.$ZodType =>
  field instanceof z.ZodOptional || field instanceof z.ZodNullable ? withoutWrappers(field.unwrap()) : field;

/** The description of a field, given to it or to the field within its wrappers. */
export const descriptionOf = (field: z.core.$ZodType): string => {
  const own = z.globalRegistry.get(field)?.description;
  return own ?? (withoutWrappers(field) === field ? '' : descriptionOf(withoutWrappers(field)));
};
