// A version in the kernel: its operations and fields, which of them it requires, its limits and defaults (D46).
import { z } from 'zod';
import { boundsOf, domainObjects, type Limits, type Unchecked } from './field-types.ts';
import type { History } from './release-changes.ts';
import { entrySchema, valueSchema, withoutWrappers } from './schema-parts.ts';

/** The parts of an operation with values of absent fields. */
interface Defaulted {
  readonly input?: z.ZodObject;
  readonly defaults?: Unchecked;
  readonly derived?: (given: Unchecked) => Unchecked;
}

export interface VersionView {
  /** Whether there is an operation, or a field: `Object.field`. */
  has(subject: string): boolean;
  /** Whether the version requires a field that the code does not: a create needs it, an update cannot clear it (D13). */
  requires(field: string): boolean;
  /** One entry more than any version allows a list of a shape: a longer list is too long, and what was read is not (D15). */
  entryBound(shapes: Iterable<z.ZodObject>): number;
  /** A shape as the version has it; the same object if nothing differs. */
  shape<Shape extends z.ZodObject>(shape: Shape): Shape;
  /** The values of absent fields that do not depend on others. */
  defaults(operation: Defaulted): Unchecked;
  /** An input with the values of absent fields; those that are computed from it need an input that `isChecked`. */
  filled(operation: Defaulted, input: Unchecked, isChecked: boolean): Unchecked;
}

type Use = 'create' | 'update' | 'answer';

type Fill = (fields: Unchecked, isChecked: boolean) => Unchecked;

/** The view of `version`, with the fields and operations of all versions in `scope`; those of other versions are optional. */
export function createView(history: History, version: string, scope: readonly string[] = [version]): VersionView {
  const has = (subject: string) => scope.some((one) => history.at(one, subject, 'exists', true));
  const shapes = { request: new WeakMap<z.ZodObject, z.ZodObject>(), answer: new WeakMap<z.ZodObject, z.ZodObject>() };
  const fills = new WeakMap<Defaulted, Fill>();

  function shapeFor(shape: z.ZodObject, outer: Use): z.ZodObject {
    const { object = '', use = outer === 'answer' ? outer : 'create' } = domainObjects.get(shape) ?? {};
    const made = shapes[use === 'answer' ? 'answer' : 'request'];
    const known = made.get(shape);
    if (known) return known;
    const fields = Object.entries(shape.shape as Record<string, z.ZodType>).flatMap(([name, field]) =>
      has(`${object}.${name}`) ? [[name, fieldFor(`${object}.${name}`, field, use)] as const] : [],
    );
    const isSame =
      fields.length === Object.keys(shape.shape).length && fields.every(([name, field]) => shape.shape[name] === field);
    const own = isSame ? shape : shape.clone({ ...shape.def, shape: Object.fromEntries(fields) }, { parent: true });
    made.set(shape, own);
    return own;
  }

  function fieldFor(path: string, field: z.ZodType, use: Use): z.ZodType {
    const inner = withoutWrappers(field) as z.ZodType;
    const made = innerFor(path, inner, use);
    const wasOptional = field instanceof z.ZodOptional;
    const isRequired = history.at(version, path, 'isRequired', !wasOptional);
    const isOptional = use === 'create' ? !(isRequired && history.at(version, path, 'exists', true)) : wasOptional;
    if (made === inner && isOptional === wasOptional) return field;
    const nullable = isNullableField(field) ? made.nullable() : made;
    const whole = isOptional ? nullable.optional() : nullable;
    const metadata = z.globalRegistry.get(field);
    return metadata && field !== inner ? whole.meta(metadata) : whole;
  }

  function innerFor(path: string, field: z.ZodType, use: Use): z.ZodType {
    if (field instanceof z.ZodObject) return shapeFor(field, use);
    if (field instanceof z.ZodArray) {
      const entry = innerFor(path, field.element as z.ZodType, use);
      return entry === field.element ? field : field.clone({ ...field.def, element: entry }, { parent: true });
    }
    const bounds = boundsOf(field);
    if (!bounds) return field;
    const list = field instanceof z.ZodPipe && field.out instanceof z.ZodArray ? field.out : undefined;
    const entry = list && innerFor(path, list.element as z.ZodType, use);
    const limits = limitsFor(path, bounds.limits, use);
    if (entry === list?.element && limits === bounds.limits) return field;
    const made = bounds.make(limits, entry);
    if (limits !== bounds.limits && checksOf(field) !== checksOf(bounds.make(bounds.limits))) {
      throw new Error(`The limits of ${path} cannot be changed: its shape has rules beside them`);
    }
    return made.meta({ ...z.globalRegistry.get(field), maxLength: undefined, ...z.globalRegistry.get(made) });
  }

  /** The limits of a field; in an answer the widest so far, as it may have been stored in an older version. */
  function limitsFor(path: string, ofCode: Limits, use: Use): Limits {
    const all = (side: 'min' | 'max', none: number): number[] =>
      [
        history.at(version, path, side, ofCode[side]),
        ...(use === 'answer' ? history.all(path, side, version) : []),
      ].map((limit = none) => limit);
    const min = Math.min(...all('min', Number.NEGATIVE_INFINITY));
    const max = Math.max(...all('max', Number.POSITIVE_INFINITY));
    const { min: least = Number.NEGATIVE_INFINITY, max: most = Number.POSITIVE_INFINITY } = ofCode;
    if (min === least && max === most) return ofCode;
    return { ...(Number.isFinite(min) && { min }), ...(Number.isFinite(max) && { max }) };
  }

  function longestList(shape: z.ZodObject): number {
    const { object } = domainObjects.get(shape) ?? {};
    const lengths = Object.entries(shape.shape as Record<string, z.ZodType>).map(([name, field]) => {
      const entry = entrySchema(field);
      const own = valueSchema(field) instanceof z.ZodArray ? boundsOf(withoutWrappers(field) as z.ZodType) : undefined;
      const all = own ? [own.limits.max, ...history.all(`${object}.${name}`, 'max')] : [];
      return Math.max(0, ...all.map((max = 0) => max), entry instanceof z.ZodObject ? longestList(entry) : 0);
    });
    return Math.max(0, ...lengths);
  }

  function defaults({ input, defaults: ofCode = {} }: Defaulted): Unchecked {
    const { object } = (input && domainObjects.get(input)) ?? {};
    return Object.fromEntries(
      Object.entries(ofCode)
        .filter(([name]) => has(`${object}.${name}`))
        .map(([name, value]) => [name, history.at(version, `${object}.${name}`, 'default', value)]),
    );
  }

  function createFill(operation: Defaulted): Fill {
    const { input, derived } = operation;
    if (!input) return (fields) => fields;
    const byDefault = { ...operation.defaults, ...defaults(operation) };
    const fillOlder = createOlderFill(input, domainObjects.get(input)?.use ?? 'create');
    return (fields, isChecked) => ({ ...byDefault, ...derived?.(fields), ...fillOlder(fields, isChecked) });
  }

  /** Fills fields that other versions require and this one does not have, in entries of lists too. */
  function createOlderFill(shape: z.ZodObject, use: Use): Fill {
    const { object } = domainObjects.get(shape) ?? {};
    const values: [string, unknown][] = [];
    const lists: [string, Fill][] = [];
    for (const [name, field] of Object.entries(shape.shape as Record<string, z.ZodType>)) {
      const isThere = history.at(version, `${object}.${name}`, 'exists', true);
      const older = history.at(version, `${object}.${name}`, 'older', undefined);
      if (older !== undefined && !isThere && use === 'create') values.push([name, older]);
      const list = valueSchema(field);
      if (list instanceof z.ZodArray && list.element instanceof z.ZodObject) {
        const entries = createOlderFill(list.element, 'create');
        if (entries !== UNFILLED) lists.push([name, entries]);
      }
    }
    if (values.length === 0 && lists.length === 0) return UNFILLED;
    return (fields, isChecked) => {
      if (!isChecked) return fields;
      const older = values.map(([name, value]) => [name, typeof value === 'function' ? value(fields) : value]);
      const filled = lists.flatMap(([name, fill]) =>
        Array.isArray(fields[name])
          ? [[name, (fields[name] as Unchecked[]).map((entry) => fill(entry, isChecked))]]
          : [],
      );
      return { ...Object.fromEntries(older), ...fields, ...Object.fromEntries(filled) };
    };
  }

  return {
    has,
    requires: (field) => history.at(version, field, 'isRequired', false),
    entryBound: (shapes) => 1 + Math.max(...[...shapes].map(longestList)),
    defaults,
    shape: <Shape extends z.ZodObject>(shape: Shape) => shapeFor(shape, 'create') as Shape,
    filled(operation, input, isChecked) {
      const fill = fills.get(operation) ?? createFill(operation);
      fills.set(operation, fill);
      return fill(input, isChecked);
    },
  };
}

const UNFILLED: Fill = (fields) => fields;

const isNullableField = (field: z.core.$ZodType): boolean =>
  field instanceof z.ZodNullable || (field instanceof z.ZodOptional && isNullableField(field.unwrap()));

const checksOf = ({ def }: z.ZodType): number => def.checks?.length ?? 0;
