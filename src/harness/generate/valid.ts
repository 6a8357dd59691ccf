// Valid inputs, made from shapes; fields whose rules no schema can say are drawn from values known to be right.
import fc from 'fast-check';
import type { Shape } from '../contract/shape.ts';
import { validInteger, validNumber, validText } from './values.ts';

export const VALID_COUNTRIES = ['DE', 'FR', 'US', 'JP', 'BR'];

export const VALID_IMAGES = [
  'https://images.example.com/front.webp',
  'https://images.example.com/a/b.jpg?size=1200x800#top',
  'http://images.example.com:8080/%C3%A9.png',
];

/** What is known of fields that need more than their schema says, by name: values that are right and values that are not. */
export interface Vocabulary {
  readonly right: Readonly<Record<string, readonly unknown[]>>;
  readonly wrong: Readonly<Record<string, readonly unknown[]>>;
}

export const VOCABULARY: Vocabulary = {
  right: { country_of_manufacture: VALID_COUNTRIES },
  wrong: { country_of_manufacture: ['XX', 'de', 'DEU', 'D', 'Germany'] },
};

const INTEGER_MIN = -1_000;

/** A value that is right by its shape. */
function validValue(shape: Shape, words: Vocabulary, name = ''): fc.Arbitrary<unknown> {
  const known = words.right[name];
  if (known) return fc.constantFrom(...known);
  if (shape.values) return fc.constantFrom(...shape.values);
  switch (shape.kind) {
    case 'string':
      return shape.format === 'uri' ? fc.constantFrom(...VALID_IMAGES) : validText(shape.maxLength);
    case 'number':
      return validNumber(shape.minimum ?? INTEGER_MIN);
    case 'integer':
      return validInteger(Math.max(shape.minimum ?? INTEGER_MIN, INTEGER_MIN), shape.maximum);
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.array(shape.item ? validValue(shape.item, words) : fc.constant(null), {
        minLength: shape.minItems ?? 0,
        maxLength: Math.min(shape.maxItems ?? 5, 5),
      });
    case 'object':
      return validObject(shape, words);
    default:
      return fc.constant(null);
  }
}

/** An object with its required fields and any of the others, those of `without` left out. */
export function validObject(
  shape: Shape,
  words: Vocabulary,
  without: readonly string[] = [],
): fc.Arbitrary<Record<string, unknown>> {
  const fields = [...(shape.fields ?? [])].filter(([name, field]) => !without.includes(name) && !field.shape.readBack);
  return fc.record(Object.fromEntries(fields.map(([name, field]) => [name, validValue(field.shape, words, name)])), {
    requiredKeys: fields.filter(([, { required }]) => required).map(([name]) => name),
    noNullPrototype: true,
  }) as fc.Arbitrary<Record<string, unknown>>;
}
