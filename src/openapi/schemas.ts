// Domain shapes as schemas of the OpenAPI document, in a version's REST names and values.
import { z } from 'zod';
import type { RestValues, TypeCodec } from '../operation/change-kinds.ts';
import {
  describeNull,
  descriptionOf,
  domainObjects,
  domainOf,
  fieldSubject,
  type Unchecked,
  withoutWrappers,
} from '../operation/field-types.ts';
import type { AnyOperation } from '../operation/operation.ts';
import { times } from '../operation/times.ts';
import type { VersionView } from '../operation/version-view.ts';
import { updateProductFields, updateProductInput } from '../products/product-shape.ts';
import type { Codec } from '../rest/codec.ts';
import { productResponse } from '../rest/response-shapes.ts';
import { printed, type RestSpelling, spellValue } from '../rest/rest-spelling.ts';
import { capitalized, sentences } from '../text.ts';
import { stockRulesOfCreate, stockRulesOfUpdate } from './stock-rules.ts';

/** Creates the schema of a shape, once. */
export type SchemaOf = ReturnType<typeof createSchemas>;

/**
 * Creates schemas of requests, whose components have the `suffix`, or of responses; what `newest` lacks is deprecated.
 */
export function createSchemas(rest: RestSpelling, newest: VersionView, suffix: 'Input' | '') {
  const made = new Map<z.ZodType, z.ZodType>();

  function fieldSchema(subject: string, field: z.ZodType): z.ZodType {
    const inner = (schema: unknown) => fieldSchema(subject, schema as z.ZodType);
    const described = (result: z.ZodType) => result.meta({ ...field.meta() });
    if (field instanceof z.ZodOptional) return described(inner(field.unwrap()).optional());
    if (field instanceof z.ZodNullable) return described(inner(field.unwrap()).nullable());
    const type = rest.type(subject);
    if (type) return ofOwnType(field, type);
    if (field instanceof z.ZodPipe) return described(inner(field.out));
    if (field instanceof z.ZodEnum) return described(restEnum(rest.values(subject)));
    if (field instanceof z.ZodObject) return objectSchema(field);
    if (!(field instanceof z.ZodArray)) return field;
    const element = fieldSchema(`${subject}[]`, field.element as z.ZodType);
    return described(field.clone({ ...field.def, element }));
  }

  /** `isDescribed`: the fields have the version's descriptions, as inputs do. */
  function objectSchema(shape: z.ZodObject, isDescribed = false): z.ZodType {
    const known = made.get(shape);
    if (known) return known;
    const fields = fieldsOf(shape).map(([name, field]) => {
      const subject = fieldSubject(shape, name);
      const restName = rest.name(subject);
      const schema = fieldSchema(subject, field);
      const description = isDescribed
        ? descriptionOf(field)
        : descriptionIn(rest, subject, field);
      const said = sentences(
        description,
        rest.type(subject) ? '' : meaningsOf(rest.values(subject)),
      );
      const metadata = {
        ...(said !== descriptionOf(schema) && { description: said }),
        ...(restName !== name && { 'x-graphql-name': name }),
        ...(!newest.has(subject) && { deprecated: true }),
      };
      // A component with its own metadata would be inlined instead of referenced.
      const isPlain = Object.keys(metadata).length === 0;
      return [restName, isPlain ? schema : schema.meta(metadata)];
    });
    const id = shape.meta()?.id ?? domainOf(shape).object + suffix;
    const result = z.strictObject(Object.fromEntries(fields)).meta({ ...shape.meta(), id });
    made.set(shape, result);
    return result;
  }

  return objectSchema;
}

/** A field whose type differs from the domain's, with the example as its codec writes it. */
function ofOwnType(field: z.ZodType, type: TypeCodec) {
  const own = type.def.in as z.ZodType;
  const example = field.meta()?.example;
  return own.meta({
    ...(example !== undefined && { example: z.safeEncode(type, example).data }),
    ...own.meta(),
    ...type.meta(),
  });
}

function restEnum(values: RestValues = {}) {
  const sent = Object.values(values);
  return z.literal([...new Set(sent)]).meta({
    type: sent.every((value) => typeof value === 'number') ? 'integer' : 'string',
    'x-enum-varnames': Object.keys(values),
  });
}

/** What each value of an enum means; empty for other fields. */
function meaningsOf(values: RestValues = {}) {
  const meanings = Object.entries(values).map(([value, sent]) => `\`${sent}\`: ${value}`);
  return meanings.length > 0 ? `${meanings.join(', ')}.` : '';
}

/** A field's description in a version: the release's, its codec's, or the code's. */
function descriptionIn(rest: RestSpelling, subject: string, field: z.ZodType) {
  const type = rest.type(subject);
  const ofType = type && (type.meta()?.description ?? descriptionOf(type.def.in));
  return rest.description(subject) ?? (ofType || descriptionOf(field));
}

type Fields = readonly (readonly [name: string, field: z.ZodType])[];

const fieldsOf = ({ shape }: z.ZodObject) => Object.entries<z.ZodType>(shape);

/**
 * The fields of an input, with defaults and what null does: it is absent in a create, and may be stored for an update.
 */
function inputFields(codec: Codec, input: z.ZodObject, defaults: Unchecked = {}): Fields {
  const isCreate = domainOf(input).use === 'create';
  return fieldsOf(codec.view.shape(input)).map(([name, field]) => {
    const subject = fieldSubject(input, name);
    const known = isCreate ? field : (input.shape[name] as z.ZodType);
    const value = printed(spellValue(codec, subject, defaults[name]));
    const description = sentences(
      descriptionIn(codec, subject, field),
      field.isOptional() && Object.hasOwn(defaults, name) && `Default: ${value}.`,
      describeNull(input, known, !field.isNullable()),
    );
    const takesNull = isCreate ? field.isOptional() : known.isNullable();
    const sent = takesNull
      ? (withoutWrappers(field) as z.ZodType).nullable().optional()
      : field;
    return [name, description === descriptionOf(sent) ? sent : sent.meta({ description })];
  });
}

/** The fields of a product that was read and is sent back, in the shapes of requests, whose components they use. */
const readBackFields = z
  .object(productResponse.shape)
  .register(domainObjects, { object: 'Product', use: 'update' });

/** The fields of update-product, including those that reads return and updates can't set. */
function updateFields(codec: Codec): Fields {
  const settable = inputFields(codec, updateProductFields);
  const names = new Map(settable);
  const readBack = fieldsOf(codec.view.shape(readBackFields))
    .filter(([name]) => !names.has(name))
    .map(([name, field]) => {
      const description = Object.hasOwn(times, name)
        ? 'Accepted and ignored.'
        : 'Read-only; accepted if it equals the stored value.';
      return [name, field.optional().meta({ description, readOnly: true })] as const;
    });
  return [...settable, ...readBack];
}

/** An operation's input on REST, a component with the same name as in GraphQL. */
export function inputSchema(
  requestSchema: SchemaOf,
  codec: Codec,
  operation: AnyOperation,
  input: z.ZodObject,
) {
  const defaults = codec.view.defaults(operation);
  const [fields, rules] =
    input === updateProductInput
      ? [updateFields(codec), stockRulesOfUpdate(codec)]
      : [
          inputFields(codec, input, defaults),
          domainOf(input).object === 'Product' ? stockRulesOfCreate(codec, defaults) : {},
        ];
  const shape = z
    .strictObject(Object.fromEntries(fields))
    .meta({ ...rules, id: `${capitalized(operation.name)}Input` })
    .register(domainObjects, domainOf(input));
  return requestSchema(shape, true);
}
