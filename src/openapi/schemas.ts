// Domain shapes as schemas of the OpenAPI document, in a version's REST names and values.
import { z } from 'zod';
import type { TypeCodec } from '../operation/change-kinds.ts';
import {
  cannotBeSet,
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
import type { VersionName } from '../operation/versions.ts';
import { updateProductFields, updateProductInput } from '../products/product-shape.ts';
import { productAnswer } from '../rest/answers.ts';
import type { Codec } from '../rest/codec.ts';
import { printed, type RestSpelling, spellValue } from '../rest/rest-spelling.ts';
import { capitalized } from '../text.ts';
import { stockRulesOfCreate, stockRulesOfUpdate } from './stock-rules.ts';

/** Requests reject unknown fields; responses may get new ones within a version (section 9.6). */
type Direction = 'request' | 'answer';

/** Creates a document's schemas, each component once; what `newest` lacks is deprecated. */
export function createRestSchemas(rest: RestSpelling, newest: VersionView) {
  const made: Record<Direction, Map<z.ZodType, z.ZodType>> = {
    request: new Map(),
    answer: new Map(),
  };

  function wired(subject: string, field: z.ZodType, direction: Direction): z.ZodType {
    const inner = (schema: unknown) => wired(subject, schema as z.ZodType, direction);
    if (field instanceof z.ZodOptional)
      return withMetadata(field, inner(field.unwrap()).optional());
    if (field instanceof z.ZodNullable)
      return withMetadata(field, inner(field.unwrap()).nullable());
    const type = rest.type(subject);
    if (type) return ofOwnType(field, type);
    if (field instanceof z.ZodPipe) return withMetadata(field, inner(field.out));
    if (field instanceof z.ZodEnum)
      return withMetadata(field, restEnum(rest.values(subject)));
    if (field instanceof z.ZodObject) return object(field, direction);
    if (!(field instanceof z.ZodArray)) return ofDirection(field, direction);
    const checks = (field.def.checks ?? []) as z.core.$ZodCheck<unknown[]>[];
    const entry = wired(`${subject}[]`, field.element as z.ZodType, direction);
    return withMetadata(field, z.array(entry).check(...checks));
  }

  /** `isDescribed`: the fields have the version's descriptions, as inputs do. */
  function object(shape: z.ZodObject, direction: Direction, isDescribed = false): z.ZodType {
    const known = made[direction].get(shape);
    if (known) return known;
    const build = direction === 'request' ? z.strictObject : z.object;
    const { object: domainName } = domainOf(shape);
    const fields = fieldsOf(shape).map(([name, ofVersion]) => {
      const subject = fieldSubject(shape, name);
      const field = isDescribed ? ofVersion : describedIn(rest, subject, ofVersion);
      const made = describeNames(rest, subject, name, wired(subject, field, direction));
      const isWithdrawn = domainName !== '' && !newest.isSettable(shape, name);
      return [rest.name(subject), isWithdrawn ? made.meta({ deprecated: true }) : made];
    });
    const id =
      shape.meta()?.id ?? (direction === 'request' ? `${domainName}Input` : domainName);
    const result = build(Object.fromEntries(fields)).meta({ ...shape.meta(), id });
    made[direction].set(shape, result);
    return result;
  }

  return {
    request: (shape: z.ZodObject) => object(shape, 'request', true),
    answer: (shape: z.ZodObject) => object(shape, 'answer'),
  };
}

export type RestSchemas = ReturnType<typeof createRestSchemas>;

/**
 * A field whose type differs from the domain's: its codec's metadata, on either side, overrides the domain's; the
 * example is as the codec writes it.
 */
function ofOwnType(field: z.ZodType, type: TypeCodec): z.ZodType {
  const own = type.def.in as z.ZodType;
  const { description, example } = field.meta() ?? {};
  const written = example === undefined ? undefined : z.safeEncode(type, example).data;
  return own.meta({
    ...(written !== undefined && { example: written }),
    ...own.meta(),
    ...type.meta(),
    ...(description && { description }),
  });
}

/** Drops what a field's schema says of requests only: responses may have values accepted earlier. */
function ofDirection(field: z.ZodType, direction: Direction): z.ZodType {
  const { request, ...known } = field.meta() ?? {};
  if (!request) return field;
  return field.meta({
    ...known,
    request: undefined,
    ...(direction === 'request' && request),
  });
}

function restEnum(values: ReturnType<RestSpelling['values']> = {}): z.ZodType {
  const sent = Object.values(values);
  return z.literal([...new Set(sent)]).meta({
    type: sent.every((value) => typeof value === 'number') ? 'integer' : 'string',
    'x-enum-varnames': Object.keys(values),
  });
}

/** Adds a field's GraphQL name if it differs, and the meaning of its values. */
function describeNames(
  rest: RestSpelling,
  subject: string,
  name: string,
  field: z.ZodType,
): z.ZodType {
  const meanings = Object.entries(rest.values(subject) ?? {}).map(
    ([value, sent]) => `\`${sent}\`: ${value}`,
  );
  const isOtherwise = rest.name(subject) !== name;
  // A component with its own metadata would be inlined instead of referenced.
  if (!isOtherwise && meanings.length === 0) return field;
  return field.meta({
    ...(isOtherwise && { 'x-graphql-name': name }),
    ...(meanings.length > 0 && {
      description: `${descriptionOf(field)} ${meanings.join(', ')}.`,
    }),
  });
}

/** A field's description in a version: the release's, its codec's, or the code's. */
function descriptionIn(rest: RestSpelling, subject: string, field: z.ZodType): string {
  const type = rest.type(subject);
  const ofType = type && (type.meta()?.description ?? descriptionOf(type.def.in));
  return rest.description(subject) ?? (ofType || descriptionOf(field));
}

function describedIn(rest: RestSpelling, subject: string, field: z.ZodType): z.ZodType {
  const description = descriptionIn(rest, subject, field);
  return description === descriptionOf(field) ? field : field.meta({ description });
}

/** `result` with the metadata of `schema`. */
const withMetadata = <Made extends z.ZodType>(schema: z.ZodType, result: Made) =>
  result.meta({ ...schema.meta() });

type Fields = readonly (readonly [name: string, field: z.ZodType])[];

const fieldsOf = ({ shape }: z.ZodObject) => Object.entries<z.ZodType>(shape);

/** The fields of a create: null means absent, and absent fields have defaults. */
const createFields = (
  rest: RestSpelling,
  input: z.ZodObject,
  shape: z.ZodObject,
  defaults: Unchecked,
): Fields =>
  fieldsOf(shape).map(([name, field]) => {
    const subject = fieldSubject(input, name);
    if (!(field instanceof z.ZodOptional)) return [name, describedIn(rest, subject, field)];
    const value = printed(spellValue(rest, subject, defaults[name]));
    const byDefault = Object.hasOwn(defaults, name) ? ` Default: ${value}.` : '';
    const description = `${descriptionIn(rest, subject, field)}${byDefault} ${describeNull(input, field)}`;
    return [name, (field.unwrap() as z.ZodType).nullable().optional().meta({ description })];
  });

/** The fields of update-product, including those that reads return and updates can't set. */
function updateFields({ view, rest }: Codec, newest: VersionName): Fields {
  const known: Record<string, z.ZodType> = updateProductFields.shape;
  const settable = fieldsOf(view.shape(updateProductFields))
    .filter(([, field]) => field !== cannotBeSet)
    .map(([name, field]) => {
      const inCode = known[name] ?? field;
      const isKept = inCode.isNullable() && !field.isNullable();
      const said = descriptionIn(rest, `Product.${name}`, field);
      const description = `${said} ${describeNull(updateProductFields, inCode, isKept)}`;
      const documented = isKept
        ? (withoutWrappers(field) as z.ZodType).nullable().optional()
        : field;
      return [name, documented.meta({ description })] as const;
    });
  const names = new Map(settable);
  const readBack = fieldsOf(view.storedShape(productAnswer, newest))
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
export function inputFields(
  { request }: RestSchemas,
  codec: Codec,
  newest: VersionName,
  operation: AnyOperation,
  input: z.ZodObject,
): z.ZodType {
  const { view, rest } = codec;
  const defaults = view.defaults(operation);
  const [fields, rules] =
    input === updateProductInput
      ? [updateFields(codec, newest), stockRulesOfUpdate(rest)]
      : [
          createFields(rest, input, view.shape(input), defaults),
          domainOf(input).object === 'Product' ? stockRulesOfCreate(rest, defaults) : {},
        ];
  return request(
    z
      .strictObject(Object.fromEntries(fields))
      .meta({ ...rules, id: `${capitalized(operation.name)}Input` })
      .register(domainObjects, domainOf(input)),
  );
}
