// Valid inputs, made from shapes.
import fc from 'fast-check';
import type { Shape } from '../contract/shape.ts';
import { imageUri, NUMBER_TEXTS, validInteger, validNumber, validText } from './values.ts';

const INTEGER_MIN = -1_000;

/** A value that is valid by its shape. */
function validValue(shape: Shape): fc.Arbitrary<unknown> {
  const value = validNonNull(shape);
  return shape.nullable && !shape.keepsNull
    ? fc.oneof({ weight: 7, arbitrary: value }, { weight: 1, arbitrary: fc.constant(null) })
    : value;
}

function validNonNull(shape: Shape): fc.Arbitrary<unknown> {
  if (shape.values) return fc.constantFrom(...shape.values);
  switch (shape.kind) {
    case 'string':
      return validString(shape);
    case 'number text':
      return validNumberText(shape);
    case 'number':
      return validNumber(shape.minimum ?? INTEGER_MIN);
    case 'integer':
      return validInteger(Math.max(shape.minimum ?? INTEGER_MIN, INTEGER_MIN), shape.maximum);
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.array(shape.item ? validValue(shape.item) : fc.constant(null), {
        minLength: shape.minItems ?? 0,
        maxLength: Math.min(shape.maxItems ?? 5, 5),
      });
    case 'object':
      return validObject(shape);
    default:
      return fc.constant(null);
  }
}

/** A string that matches its pattern: a random one if most do, else one generated from the pattern. */
function validString(shape: Shape): fc.Arbitrary<string> {
  const { pattern, format, maxLength } = shape;
  if (pattern === undefined) return validText(maxLength);
  const fits = new RegExp(pattern, 'u');
  if (format === 'uri') return imageUri.filter((text) => fits.test(text));
  return COMMON_TEXTS.every((text) => fits.test(text))
    ? validText(maxLength).filter((text) => fits.test(text))
    : fc.stringMatching(fits);
}

/** A pattern that accepts these only restricts a few characters. */
const COMMON_TEXTS = ['a', 'Tent 2', '12', 'É'];

const validNumberText = ({ pattern = '' }: Shape): fc.Arbitrary<string> =>
  fc.constantFrom(...NUMBER_TEXTS.filter((text) => new RegExp(pattern, 'u').test(text)));

/** An object with its required fields and any of the others. */
export function validObject({ fields }: Shape): fc.Arbitrary<Record<string, unknown>> {
  const all = [...fields];
  return fc.record(
    Object.fromEntries(all.map(([name, field]) => [name, validValue(field)])),
    {
      requiredKeys: all.filter(([, { required }]) => required).map(([name]) => name),
      noNullPrototype: true,
    },
  );
}
