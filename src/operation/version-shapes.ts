// The shapes of inputs and responses in each version: fields, which of them are required, and limits.
import { z } from 'zod';
import {
  boundsOf,
  domainOf,
  fieldSubject,
  type Limits,
  valueSchema,
  withoutWrappers,
} from './field-types.ts';
import type { VersionProperties } from './release-changes.ts';

type ShapeUse = 'create' | 'update' | 'response';

interface Shaping extends VersionProperties {
  readonly made: Readonly<Record<'request' | 'response', WeakMap<z.ZodObject, z.ZodObject>>>;
}

/** Creates each shape once. */
export function createShapes(properties: VersionProperties) {
  const made = { request: new WeakMap(), response: new WeakMap() };
  return (shape: z.ZodObject) => shapeFor({ ...properties, made }, shape, 'create');
}

function shapeFor(shaping: Shaping, shape: z.ZodObject, outer: ShapeUse): z.ZodObject {
  const { use = outer === 'response' ? outer : 'create' } = domainOf(shape);
  const made = shaping.made[use === 'response' ? 'response' : 'request'];
  const known = made.get(shape);
  if (known) return known;
  const fields = Object.entries<z.ZodType>(shape.shape).flatMap(([name, field]) => {
    const path = fieldSubject(shape, name);
    return shaping.has(path) ? [[name, fieldFor(shaping, path, field, use)] as const] : [];
  });
  const isSame =
    fields.length === Object.keys(shape.shape).length &&
    fields.every(([name, field]) => shape.shape[name] === field);
  const own = isSame
    ? shape
    : shape.clone({ ...shape.def, shape: Object.fromEntries(fields) }, { parent: true });
  made.set(shape, own);
  return own;
}

function fieldFor(
  shaping: Shaping,
  path: string,
  field: z.ZodType,
  use: ShapeUse,
): z.ZodType {
  const { at } = shaping;
  const inner = withoutWrappers(field) as z.ZodType;
  const made = innerFor(shaping, path, inner, use);
  const wasOptional = field instanceof z.ZodOptional;
  const isOptional =
    use === 'create'
      ? !at(path, 'isRequired', !wasOptional) || !at(path, 'exists', true)
      : wasOptional;
  // An update can't clear a field that the version requires.
  const isKept = use === 'update' && at(path, 'isRequired', false);
  const isNullable = field.isNullable() && !isKept;
  const isSame =
    made === inner && isOptional === wasOptional && isNullable === field.isNullable();
  if (isSame) return field;
  const nullable = isNullable ? made.nullable() : made;
  const whole = isOptional ? nullable.optional() : nullable;
  const metadata = field.meta();
  return metadata && field !== inner ? whole.meta(metadata) : whole;
}

/** A field inside its wrappers: an object, an enum, or a number, string or list with the version's limits. */
function innerFor(
  shaping: Shaping,
  path: string,
  field: z.ZodType,
  use: ShapeUse,
): z.ZodType {
  if (field instanceof z.ZodObject) return shapeFor(shaping, field, use);
  if (field instanceof z.ZodEnum) return enumFor(shaping, path, field);
  const list = valueSchema(field);
  const element = list instanceof z.ZodArray ? (list.element as z.ZodType) : undefined;
  const entry = element && innerFor(shaping, `${path}[]`, element, use);
  const bounds = boundsOf(field);
  if (!bounds)
    return entry && entry !== element && field instanceof z.ZodArray
      ? field.clone({ ...field.def, element: entry }, { parent: true })
      : field;
  const limits = limitsIn(shaping, path, bounds.limits);
  if (entry === element && limits === bounds.limits) return field;
  const made = bounds.make(limits, entry);
  return made.meta({ ...field.meta(), maxLength: undefined, ...made.meta() });
}

function enumFor({ hasMember }: Shaping, path: string, field: z.ZodEnum): z.ZodType {
  const members = field.options.map(String).filter((member) => hasMember(path, member));
  if (members.length === field.options.length) return field;
  return field.extract(members).meta({ ...field.meta() });
}

function limitsIn({ at }: Shaping, path: string, inCode: Limits): Limits {
  const min = at(path, 'min', inCode.min) ?? -Infinity;
  const max = at(path, 'max', inCode.max) ?? Infinity;
  if (min === (inCode.min ?? -Infinity) && max === (inCode.max ?? Infinity)) return inCode;
  return { ...(Number.isFinite(min) && { min }), ...(Number.isFinite(max) && { max }) };
}
