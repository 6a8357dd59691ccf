// A version in the kernel: its operations and fields, which of them it requires, its limits and defaults (D46).
import { z } from 'zod';
import { boundsOf, domainObjects, type Unchecked } from './field-types.ts';
import type { History } from './release-changes.ts';
import { entrySchema, valueSchema, withoutWrappers } from './schema-parts.ts';
import { createShapes, type Use } from './version-shapes.ts';

/** The parts of an operation with values of absent fields. */
export interface Defaulted {
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
  /** The same for what is stored: with the limits of all versions until `newest`, and nulls of before a requirement (D15). */
  storedShape<Shape extends z.ZodObject>(shape: Shape, newest?: string): Shape;
  /** The values of absent fields that do not depend on others. */
  defaults(operation: Defaulted): Unchecked;
  /** An input with the values of absent fields; those that are computed from it need an input that `isChecked`. */
  filled(operation: Defaulted, input: Unchecked, isChecked: boolean): Unchecked;
}

type Fill = (fields: Unchecked, isChecked: boolean) => Unchecked;

/** The view of `version`, with the fields and operations of all versions in `scope`; those of other versions are optional. */
export function createView(history: History, version: string, scope: readonly string[] = [version]): VersionView {
  const has = (subject: string) => scope.some((one) => history.at(one, subject, 'exists', true));
  const requires = (field: string) => history.at(version, field, 'isRequired', false);
  const fills = new WeakMap<Defaulted, Fill>();
  const shapeMakers = new Map<string, (shape: z.ZodObject) => z.ZodObject>();

  /** Makes shapes, each once; `newest` is absent for the limits of the version alone. */
  function shapesUntil(newest: string | undefined): (shape: z.ZodObject) => z.ZodObject {
    const key = newest ?? '';
    const make = shapeMakers.get(key) ?? createShapes({ history, version, has, requires }, newest);
    shapeMakers.set(key, make);
    return make;
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

  /** Fills fields that other versions require and this one does not have, in objects and entries of lists too. */
  function createOlderFill(shape: z.ZodObject, use: Use): Fill {
    const { object } = domainObjects.get(shape) ?? {};
    const values: [string, unknown][] = [];
    const objects: [string, Fill][] = [];
    for (const [name, field] of Object.entries(shape.shape as Record<string, z.ZodType>)) {
      const isThere = history.at(version, `${object}.${name}`, 'exists', true);
      const older = history.at(version, `${object}.${name}`, 'older', undefined);
      if (older !== undefined && !isThere && use === 'create') values.push([name, older]);
      const entry = entrySchema(field);
      const fill = entry instanceof z.ZodObject ? createOlderFill(entry, 'create') : UNFILLED;
      if (fill !== UNFILLED) objects.push([name, fill]);
    }
    if (values.length === 0 && objects.length === 0) return UNFILLED;
    return (fields, isChecked) => {
      if (!isChecked) return fields;
      const older = values.map(([name, value]) => [name, typeof value === 'function' ? value(fields) : value]);
      const filled = objects
        .filter(([name]) => fields[name] !== undefined && fields[name] !== null)
        .map(([name, fill]) => {
          const value = fields[name] as Unchecked | Unchecked[];
          return [name, Array.isArray(value) ? value.map((entry) => fill(entry, true)) : fill(value, true)];
        });
      return { ...Object.fromEntries(older), ...fields, ...Object.fromEntries(filled) };
    };
  }

  return {
    has,
    requires,
    entryBound: (shapes) => 1 + Math.max(...[...shapes].map(longestList)),
    defaults,
    shape: <Shape extends z.ZodObject>(shape: Shape) => shapesUntil(undefined)(shape) as Shape,
    storedShape: <Shape extends z.ZodObject>(shape: Shape, newest = scope.at(-1) ?? version) =>
      shapesUntil(newest)(shape) as Shape,
    filled(operation, input, isChecked) {
      const fill = fills.get(operation) ?? createFill(operation);
      fills.set(operation, fill);
      return fill(input, isChecked);
    },
  };
}

const UNFILLED: Fill = (fields) => fields;
