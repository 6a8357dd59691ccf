// Valid inputs, made from shapes.
import fc from 'fast-check';
import { isNumberText, type Shape } from '../contract/shape.ts';
import { imageUri, NUMBER_TEXTS, validInteger, validNumber, validText } from './values.ts';

/** Right and wrong values of fields, by field name: no schema can say what exists on the deployment. */
export interface KnownValues {
  readonly right: Readonly<Record<string, readonly unknown[]>>;
  readonly wrong: Readonly<Record<string, readonly unknown[]>>;
}

export const NOTHING_KNOWN: KnownValues = { right: {}, wrong: {} };

const INTEGER_MIN = -1_000;

/** A value that is valid by its shape. */
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
      return validString(shape);
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

/** A string that matches its pattern: a random one if most do, else one generated from the pattern. */
function validString(shape: Shape): fc.Arbitrary<string> {
  const { pattern, format, maxLength } = shape;
  if (pattern === undefined) return validText(maxLength);
  const fits = new RegExp(pattern, 'u');
  if (isNumberText(shape))
    return fc.constantFrom(...NUMBER_TEXTS.filter((text) => fits.test(text)));
  if (format === 'uri') return imageUri.filter((text) => fits.test(text));
  return COMMON_TEXTS.every((text) => fits.test(text))
    ? validText(maxLength).filter((text) => fits.test(text))
    : fc.stringMatching(fits);
}

/** A pattern that accepts these only restricts a few characters. */
const COMMON_TEXTS = ['a', 'Tent 2', '12', 'É'];

/** An object with its required fields and any of the others. */
export function validObject(
  shape: Shape,
  known: KnownValues = NOTHING_KNOWN,
): fc.Arbitrary<Record<string, unknown>> {
  const fields = [...(shape.fields ?? [])];
  return fc.record(
    Object.fromEntries(
      fields.map(([name, field]) => [name, validValue(field.shape, known, name)]),
    ),
    {
      requiredKeys: fields.filter(([, { required }]) => required).map(([name]) => name),
      noNullPrototype: true,
    },
  ) as fc.Arbitrary<Record<string, unknown>>;
}
