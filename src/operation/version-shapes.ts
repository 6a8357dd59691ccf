// The shapes of inputs and responses in each version: fields, which of them are required, and limits.
import { z } from 'zod';
import { memberSubject } from './change-kinds.ts';
import {
  boundsOf,
  cannotBeSet,
  domainOf,
  fieldSubject,
  inputSubject,
  type Limits,
  valueSchema,
  withoutWrappers,
} from './field-types.ts';
import type { History } from './release-changes.ts';

export type Use = 'create' | 'update' | 'answer';

/** A version whose shapes have the fields of all versions in `scope`. */
export interface Viewed {
  readonly history: History;
  readonly version: string;
  readonly scope: readonly string[];
}

/** Whether an operation or a field (`Object.field`) exists. */
export const hasSubject = ({ history, scope }: Viewed, subject: string) =>
  scope.some((version) => history.at(version, subject, 'exists', true));

/**
 * Whether an API accepts or returns a field. Updates also accept the fields a read returns, so that it can be sent
 * back.
 */
export const hasField = (viewed: Viewed, shape: z.ZodObject, name: string) =>
  hasSubject(viewed, fieldSubject(shape, name)) &&
  (domainOf(shape).use === 'update' || isSettable(viewed, shape, name));

/** Whether no release has withdrawn a field from this input alone. */
export const isSettable = (viewed: Viewed, shape: z.ZodObject, name: string) =>
  hasSubject(viewed, inputSubject(shape, name));

/** The enum member a version reads: its own, or another in place of one the version doesn't have. */
export function memberIn(
  { history, version }: Viewed,
  field: string,
  member: string,
): string {
  let known = member;
  for (const _ of history.addedMembers(field)) {
    const subject = memberSubject(field, known);
    if (history.at(version, subject, 'exists', true)) break;
    known = String(history.at(version, subject, 'older', known));
  }
  return known;
}

interface Shaping extends Viewed {
  /** Absent for the limits of the version alone. */
  readonly newest: string | undefined;
  readonly made: Readonly<Record<'request' | 'answer', WeakMap<z.ZodObject, z.ZodObject>>>;
}

/** Creates each shape once; `newest` is absent for the limits of the version alone. */
export function createShapes(viewed: Viewed, newest?: string) {
  const made = { request: new WeakMap(), answer: new WeakMap() };
  return (shape: z.ZodObject) => shapeFor({ ...viewed, newest, made }, shape, 'create');
}

function shapeFor(shaping: Shaping, shape: z.ZodObject, outer: Use): z.ZodObject {
  const { object, use = outer === 'answer' ? outer : 'create' } = domainOf(shape);
  const made = shaping.made[use === 'answer' ? 'answer' : 'request'];
  const known = made.get(shape);
  if (known) return known;
  const fields = Object.entries<z.ZodType>(shape.shape)
    .filter(([name]) => hasField(shaping, shape, name))
    .map(([name, field]) => {
      const canBeSet = isSettable(shaping, shape, name);
      const path = `${object}.${name}`;
      return [name, canBeSet ? fieldFor(shaping, path, field, use) : cannotBeSet] as const;
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

function fieldFor(shaping: Shaping, path: string, field: z.ZodType, use: Use): z.ZodType {
  const { history, version, newest } = shaping;
  const inner = withoutWrappers(field) as z.ZodType;
  const made = innerFor(shaping, path, inner, use);
  const wasOptional = field instanceof z.ZodOptional;
  const isOptional =
    use === 'create'
      ? !history.at(version, path, 'isRequired', !wasOptional) ||
        !history.at(version, path, 'exists', true)
      : wasOptional;
  // An update can't clear a field that the version requires.
  const isKept =
    use === 'update' &&
    newest === undefined &&
    history.at(version, path, 'isRequired', false);
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
function innerFor(shaping: Shaping, path: string, field: z.ZodType, use: Use): z.ZodType {
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
  const limits = limitsOf(shaping, path, bounds.limits);
  if (entry === element && limits === bounds.limits) return field;
  if (limits !== bounds.limits && checksOf(field) !== checksOf(bounds.make(bounds.limits))) {
    throw new Error(
      `The limits of ${path} cannot be changed: its shape has rules beside them`,
    );
  }
  const made = bounds.make(limits, entry);
  return made.meta({ ...field.meta(), maxLength: undefined, ...made.meta() });
}

function enumFor(viewed: Viewed, path: string, field: z.ZodEnum): z.ZodType {
  const members = field.options
    .map(String)
    .filter((member) => hasSubject(viewed, memberSubject(path, member)));
  if (members.length === field.options.length) return field;
  return field.extract(members).meta({ ...field.meta() });
}

/** The limits of a field: the version's, or the widest of all versions up to `newest`. */
function limitsOf(
  { history, version, newest }: Shaping,
  path: string,
  inCode: Limits,
): Limits {
  const all = (side: 'min' | 'max', none: number) =>
    [
      history.at(version, path, side, inCode[side]),
      ...(newest === undefined ? [] : history.all(path, side, newest)),
    ].map((limit = none) => limit);
  const min = Math.min(...all('min', -Infinity));
  const max = Math.max(...all('max', Infinity));
  if (min === (inCode.min ?? -Infinity) && max === (inCode.max ?? Infinity)) return inCode;
  return { ...(Number.isFinite(min) && { min }), ...(Number.isFinite(max) && { max }) };
}

const checksOf = ({ def }: z.ZodType) => def.checks?.length ?? 0;
