// The fields of request bodies in the OpenAPI document (sections 4.3 to 4.6).
import { z } from 'zod';
import {
  describeNull,
  descriptionOf,
  domainObjects,
  type Unchecked,
  withoutWrappers,
} from '../operation/field-types.ts';
import type { AnyOperation } from '../operation/operation.ts';
import type { VersionName } from '../operation/versions.ts';
import { updateProductFields, updateProductInput } from '../products/product-shape.ts';
import { productAnswer } from '../rest/answers.ts';
import type { Wire } from '../rest/wire.ts';
import type { Codec } from '../rest/wire-codec.ts';
import type { WireSchemas } from './wire-schema.ts';

/** The name of a component, as those of an operation begin. */
export const typeName = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

/** The fields of a create: null is the same as absent (D13), and absent fields have defaults. */
const createFields = (wire: Wire, input: z.ZodObject, shape: z.ZodObject, defaults: Unchecked): z.ZodObject => {
  const { object = '' } = domainObjects.get(input) ?? {};
  const fields = Object.entries(shape.shape as Record<string, z.ZodType>).map(([name, field]) => {
    if (!(field instanceof z.ZodOptional)) return [name, field];
    const value = wire.values(object, name)?.[String(defaults[name])] ?? defaults[name];
    const byDefault = Object.hasOwn(defaults, name) ? ` Default: ${value}.` : '';
    const description = `${descriptionOf(field)}${byDefault} ${describeNull(input, field)}`;
    return [name, (field.unwrap() as z.ZodType).nullable().optional().meta({ description })];
  });
  return z.strictObject(Object.fromEntries(fields));
};

const READ_BACK = 'Cannot be changed; accepted where it equals what is stored.';
const IGNORED = 'Accepted and ignored.';

/** The fields of update-product, with those that a read returns and an update cannot set (D13, D15). */
function updateFields({ view }: Codec, newest: VersionName): z.ZodObject {
  const known: Record<string, z.ZodType> = updateProductFields.shape;
  const fields: Record<string, z.ZodType> = view.shape(updateProductFields).shape;
  const settable = Object.entries(fields).map(([name, field]) => {
    const ofCode = known[name] ?? field;
    const isKept = ofCode.isNullable() && !field.isNullable();
    const description = `${descriptionOf(field)} ${describeNull(updateProductFields, ofCode, isKept)}`;
    return [name, (isKept ? (withoutWrappers(field) as z.ZodType).nullable().optional() : field).meta({ description })];
  });
  const readBack = Object.entries(view.storedShape(productAnswer, newest).shape as Record<string, z.ZodType>)
    .filter(([name]) => !Object.hasOwn(updateProductFields.shape, name))
    .map(([name, field]) => [
      name,
      (field instanceof z.ZodOptional ? field : field.optional()).meta({
        description: isTime(name) ? IGNORED : READ_BACK,
        'x-read-back': true,
      }),
    ]);
  return z.strictObject(Object.fromEntries([...settable, ...readBack]));
}

const isTime = (name: string) => name === 'createdAt' || name === 'updatedAt';

/** The input of an operation on REST, a component with the same name as on GraphQL. */
export function inputFields(
  { request }: WireSchemas,
  codec: Codec,
  newest: VersionName,
  operation: AnyOperation,
  input: z.ZodObject,
): z.ZodType {
  const { view, wire } = codec;
  const { object = '' } = domainObjects.get(input) ?? {};
  const shape =
    input === updateProductInput
      ? updateFields(codec, newest)
      : createFields(wire, input, view.shape(input), view.defaults(operation));
  return request(shape.meta({ id: `${typeName(operation.name)}Input` }).register(domainObjects, { object }));
}
