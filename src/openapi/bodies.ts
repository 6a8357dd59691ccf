// The request bodies of the OpenAPI document: the envelopes of `envelope.ts` as schemas (sections 4.3 to 4.6, D15, D20).
import { z } from 'zod';
import { updateProductInput } from '../products/product-shape.ts';
import { productAnswer } from './answers.ts';
import { components, descriptionOf, type WireSchemas } from './wire-schema.ts';

/** What stands around the fields of an operation in its body. */
export type Body = (fields: z.ZodType) => z.ZodType;

export const bundleBody: Body = (bundle) => z.strictObject({ bundle });

/** Either envelope, never both. */
export const productBody: Body = (fields) =>
  z
    .union([
      z.strictObject({ product: fields }).meta({ title: 'product' }),
      z
        .strictObject({
          data: z.strictObject({
            type: z.literal('products').meta({ description: 'Always `products`.' }),
            attributes: fields,
          }),
        })
        .meta({ title: 'data' }),
    ])
    .meta({ unionOneOf: true });

/** What create-product and create-bundle take for a field that is absent; held to the code by a test. */
const DEFAULTS: Partial<Record<string, string>> = {
  type: '0',
  stockType: '0, for a bundle 1',
  quantity: '1',
  online: 'true',
  archived: 'false',
};

/** On create null is the same as absent (D13). */
const nullIsAbsent = (shape: z.ZodObject): z.ZodObject => {
  const fields = Object.entries(shape.shape as Record<string, z.ZodType>).map(([name, field]) => {
    if (!(field instanceof z.ZodOptional)) return [name, field];
    const description = `${descriptionOf(field)}${DEFAULTS[name] ? ` Default: ${DEFAULTS[name]}.` : ''}`;
    return [name, (field.unwrap() as z.ZodType).nullable().optional().meta({ description })];
  });
  return z.strictObject(Object.fromEntries(fields));
};

/** A read returns these as null where the product has none; an update takes that back (D15). */
const NULL_TWICE = 'Null is taken only where it is null already.';
const READ_BACK = 'Cannot be changed; taken where it equals what is stored, so that what was read can be sent back.';

/** The fields of update-product, with those that a read returns and an update takes unchanged (D15). */
function updateFields(): z.ZodObject {
  const read = productAnswer.shape as Record<string, z.ZodType>;
  const fields = Object.entries(updateProductInput.shape as Record<string, z.ZodType>).map(([name, field]) => {
    const answered = read[name];
    if (isUnknown(field) && answered)
      return [name, withoutOptional(answered).optional().meta({ description: READ_BACK, 'x-read-back': true })];
    if (!(answered instanceof z.ZodNullable) || acceptsNull(field)) return [name, field];
    const description = `${descriptionOf(field)} ${NULL_TWICE}`;
    return [name, answered.optional().meta({ description })];
  });
  return z.strictObject(Object.fromEntries(fields));
}

const withoutOptional = (field: z.ZodType) => (field instanceof z.ZodOptional ? (field.unwrap() as z.ZodType) : field);
const isUnknown = (field: z.ZodType) => withoutOptional(field) instanceof z.ZodUnknown;
const acceptsNull = (field: z.ZodType) => withoutOptional(field) instanceof z.ZodNullable;

/** The input of an operation as a client may spell it on REST, a component under the name that it has on GraphQL. */
export function inputFields({ request }: WireSchemas, name: string, input: z.ZodObject): z.ZodType {
  const shape = input === updateProductInput ? updateFields() : nullIsAbsent(input);
  const id = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
  return request(shape.register(components, { id }));
}
