// The shapes of inputs and responses in each version: fields, which of them are required, and limits.
import { z } from 'zod';
import { memberSubject } from './change-kinds.ts';
import {
  boundsOf,
  cannotBeSet,
  domainObjects,
  type Limits,
  subjectsOf,
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
export const hasSubject = ({ history, scope }: Viewed, subject: string): boolean =>
  scope.some((version) => history.at(version, subject, 'exists', true));

/**
 * Whether an API accepts or returns a field. Updates also accept the fields a read returns, so that it can be sent
 * back.
 */
export function hasField(viewed: Viewed, shape: z.ZodObject, name: string): boolean {
  const { ofObject } = subjectsOf(shape, name);
  return hasSubject(viewed, ofObject) && (isSettable(viewed, shape, name) || isUpdate(shape));
}

/** Whether an input can set a field. */
export function isSettable(viewed: Viewed, shape: z.ZodObject, name: string): boolean {
  const { ofInput } = subjectsOf(shape, name);
  return ofInput === undefined || hasSubject(viewed, ofInput);
}

const isUpdate = (shape: z.ZodObject) => domainObjects.get(shape)?.use === 'update';

/** The enum member a version reads: its own, or another in place of one the version doesn't have. */
export function memberIn({ history, version }: Viewed, field: string, member: string): string {
  let known = member;
  for (const _ of history.addedMembers(field)) {
    const subject = memberSubject(field, known);
    if (history.at(version, subject, 'exists', true)) break;
    known = String(history.at(version, subject, 'older', known));
  }
  return known;
}

/** Creates each shape once; `newest` is absent for the limits of the version alone. */
export function createShapes(viewed: Viewed, newest?: string): (shape: z.ZodObject) => z.ZodObject {
  const { history, version } = viewed;
  const ofRequests = new WeakMap<z.ZodObject, z.ZodObject>();
  const ofAnswers = new WeakMap<z.ZodObject, z.ZodObject>();

  function shapeFor(shape: z.ZodObject, outer: Use): z.ZodObject {
    const { object = '', use = outer === 'answer' ? outer : 'create' } =
      domainObjects.get(shape) ?? {};
    const made = use === 'answer' ? ofAnswers : ofRequests;
    const known = made.get(shape);
    if (known) return known;
    const fields = Object.entries(shape.shape as Record<string, z.ZodType>)
      .filter(([name]) => hasField(viewed, shape, name))
      .map(
        ([name, field]) =>
          [
            name,
            isSettable(viewed, shape, name)
              ? fieldFor(`${object}.${name}`, field, use)
              : cannotBeSet,
          ] as const,
      );
    const isSame =
      fields.length === Object.keys(shape.shape).length &&
      fields.every(([name, field]) => shape.shape[name] === field);
    const own = isSame
      ? shape
      : shape.clone({ ...shape.def, shape: Object.fromEntries(fields) }, { parent: true });
    made.set(shape, own);
    return own;
  }

  function fieldFor(path: string, field: z.ZodType, use: Use): z.ZodType {
    const inner = withoutWrappers(field) as z.ZodType;
    const made = innerFor(path, inner, use);
    const wasOptional = field instanceof z.ZodOptional;
    const isRequired = history.at(version, path, 'isRequired', !wasOptional);
    const isOptional =
      use === 'create' ? !(isRequired && history.at(version, path, 'exists', true)) : wasOptional;
    const wasNullable = isNullableField(field);
    // An update can't clear a field that the version requires.
    const isKept =
      use === 'update' && newest === undefined && history.at(version, path, 'isRequired', false);
    const isNullable = wasNullable && !isKept;
    if (made === inner && isOptional === wasOptional && isNullable === wasNullable) return field;
    const nullable = isNullable ? made.nullable() : made;
    const whole = isOptional ? nullable.optional() : nullable;
    const metadata = z.globalRegistry.get(field);
    return metadata && field !== inner ? whole.meta(metadata) : whole;
  }

  function innerFor(path: string, field: z.ZodType, use: Use): z.ZodType {
    if (field instanceof z.ZodObject) return shapeFor(field, use);
    if (field instanceof z.ZodEnum) return enumFor(path, field);
    if (field instanceof z.ZodArray) {
      const entry = innerFor(`${path}[]`, field.element as z.ZodType, use);
      return entry === field.element
        ? field
        : field.clone({ ...field.def, element: entry }, { parent: true });
    }
    const bounds = boundsOf(field);
    if (!bounds) return field;
    const list =
      field instanceof z.ZodPipe && field.out instanceof z.ZodArray ? field.out : undefined;
    const entry = list && innerFor(`${path}[]`, list.element as z.ZodType, use);
    const limits = limitsOf(viewed, path, bounds.limits, newest);
    if (entry === list?.element && limits === bounds.limits) return field;
    const made = bounds.make(limits, entry);
    if (limits !== bounds.limits && checksOf(field) !== checksOf(bounds.make(bounds.limits))) {
      throw new Error(`The limits of ${path} cannot be changed: its shape has rules beside them`);
    }
    return made.meta({
      ...z.globalRegistry.get(field),
      maxLength: undefined,
      ...z.globalRegistry.get(made),
    });
  }

  function enumFor(path: string, field: z.ZodEnum): z.ZodType {
    const members = field.options
      .map(String)
      .filter((member) => hasSubject(viewed, memberSubject(path, member)));
    if (members.length === field.options.length) return field;
    return field.extract(members).meta({ ...z.globalRegistry.get(field) });
  }

  return (shape) => shapeFor(shape, 'create');
}

/** The limits of a field: the version's, or the widest of all versions up to `newest`. */
function limitsOf(
  { history, version }: Viewed,
  path: string,
  ofCode: Limits,
  newest?: string,
): Limits {
  const all = (side: 'min' | 'max', none: number): number[] =>
    [
      history.at(version, path, side, ofCode[side]),
      ...(newest === undefined ? [] : history.all(path, side, newest)),
    ].map((limit = none) => limit);
  const { NEGATIVE_INFINITY: lowest, POSITIVE_INFINITY: highest } = Number;
  const min = Math.min(...all('min', lowest));
  const max = Math.max(...all('max', highest));
  if (min === (ofCode.min ?? lowest) && max === (ofCode.max ?? highest)) return ofCode;
  return { ...(Number.isFinite(min) && { min }), ...(Number.isFinite(max) && { max }) };
}

const isNullableField = (field: z.core.$ZodType): boolean =>
  field instanceof z.ZodNullable ||
  (field instanceof z.ZodOptional && isNullableField(field.unwrap()));

const checksOf = ({ def }: z.ZodType): number => def.checks?.length ?? 0;
