// Valid inputs, made from shapes; fields with rules beyond their schema are drawn from known values.
import fc from 'fast-check';
import { isNumberText, type Shape } from '../contract/shape.ts';
import { imageUri, validInteger, validNumber, validText } from './values.ts';

export const VALID_COUNTRIES = ['DE', 'FR', 'US', 'JP', 'BR'];

/** Right and wrong values of fields with rules beyond their schema, by the name of the field. */
export interface KnownValues {
  readonly right: Readonly<Record<string, readonly unknown[]>>;
  readonly wrong: Readonly<Record<string, readonly unknown[]>>;
}

export const KNOWN_VALUES: KnownValues = {
  right: { country_of_manufacture: VALID_COUNTRIES },
  wrong: { country_of_manufacture: ['XX', 'de', 'DEU', 'D', 'Germany'] },
};

/** Numbers that a version has in a text, as the service spells them. */
export const NUMBER_TEXTS = ['1', '0', '30'];

const INTEGER_MIN = -1_000;

/** A value that is right by its shape. */
function validValue(shape: Shape, known: KnownValues, name = ''): fc.Arbitrary<unknown> {
  const value = validNonNull(shape, known, name);
  return shape.nullable && !shape.keepsNull
    ? fc.oneof({ weight: 7, arbitrary: value }, { weight: 1, arbitrary: fc.constant(null) })
    : value;
}

function validNonNull(shape: Shape, known: KnownValues, name: string): fc.Arbitrary<unknown> {
  const values = known.right[name] ?? shape.values;
  if (values) return fc.constantFrom(...values);
  switch (shape.kind) {
    case 'string':
      if (isNumberText(shape)) return fc.constantFrom(...NUMBER_TEXTS);
      return shape.format === 'uri' ? imageUri : validText(shape.maxLength);
    case 'number':
      return validNumber(shape.minimum ?? INTEGER_MIN);
    case 'integer':
      return validInteger(Math.max(shape.minimum ?? INTEGER_MIN, INTEGER_MIN), shape.maximum);
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.array(shape.item ? validValue(shape.item, known) : fc.constant(null), {
        minLength: shape.minItems ?? 0,
        maxLength: Math.min(shape.maxItems ?? 5, 5),
      });
    case 'object':
      return validObject(shape, known);
    default:
      return fc.constant(null);
  }
}

/** An object with its required fields and any of the others. */
export function validObject(shape: Shape, known: KnownValues): fc.Arbitrary<Record<string, unknown>> {
  const fields = [...(shape.fields ?? [])];
  return fc.record(Object.fromEntries(fields.map(([name, field]) => [name, validValue(field.shape, known, name)])), {
    requiredKeys: fields.filter(([, { required }]) => required).map(([name]) => name),
    noNullPrototype: true,
  }) as fc.Arbitrary<Record<string, unknown>>;
}
