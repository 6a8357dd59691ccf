// A version in the kernel: its operations and fields, required ones, limits and defaults.
import { z } from 'zod';
import { domainObjects, entrySchema, type Unchecked } from './field-types.ts';
import type { History } from './release-changes.ts';
import {
  createShapes,
  hasField,
  hasSubject,
  isSettable,
  memberIn,
  type Use,
  type Viewed,
} from './version-shapes.ts';

/** The parts of an operation with defaults. */
export interface Defaulted {
  readonly input?: z.ZodObject;
  readonly defaults?: Unchecked;
  readonly derived?: (given: Unchecked) => Unchecked;
}

export type VersionView = ReturnType<typeof createView>;

/**
 * The view of `version` with the fields and operations of all versions in `scope`; those of other versions are
 * optional.
 */
export function createView(
  history: History,
  version: string,
  scope: readonly string[] = [version],
) {
  const viewed = { history, version, scope };
  const fills = new WeakMap<Defaulted, Fill>();
  const shapeOf = createShapes(viewed);
  const storedShapes = new Map<string, typeof shapeOf>();

  return {
    has: (subject: string) => hasSubject(viewed, subject),
    hasField: (shape: z.ZodObject, name: string) => hasField(viewed, shape, name),
    /** Whether an input can set a field, or a response has it. */
    isSettable: (shape: z.ZodObject, name: string) =>
      hasField(viewed, shape, name) && isSettable(viewed, shape, name),
    /** Whether the version reads another member in place of one that a later release added. */
    hidesMembers: (field: string) =>
      history.addedMembers(field).some((member) => memberIn(viewed, field, member) !== member),
    /** The enum member as the version reads it. */
    member: (field: string, member: string) => memberIn(viewed, field, member),
    /** The version's shape; the same object if nothing differs. */
    shape: <Shape extends z.ZodObject>(shape: Shape) => shapeOf(shape) as Shape,
    /**
     * The shape of stored values: limits of all versions up to `newest`, and nulls from before a field was required.
     */
    storedShape<Shape extends z.ZodObject>(shape: Shape, newest = scope.at(-1) ?? version) {
      const storedShapeOf = storedShapes.get(newest) ?? createShapes(viewed, newest);
      storedShapes.set(newest, storedShapeOf);
      return storedShapeOf(shape) as Shape;
    },
    /** Defaults that don't depend on other fields. */
    defaults: (operation: Defaulted) => defaultsIn(viewed, operation),
    /** An input with defaults; computed ones need an input that `isChecked`. */
    filled(operation: Defaulted, input: Unchecked, isChecked: boolean): Unchecked {
      const fill = fills.get(operation) ?? createFill(viewed, operation);
      fills.set(operation, fill);
      return fill(input, isChecked);
    },
  };
}

function defaultsIn(viewed: Viewed, { input, defaults: ofCode = {} }: Defaulted): Unchecked {
  const { object } = (input && domainObjects.get(input)) ?? {};
  return Object.fromEntries(
    Object.entries(ofCode)
      .filter(([name]) => hasSubject(viewed, `${object}.${name}`))
      .map(([name, value]) => [
        name,
        viewed.history.at(viewed.version, `${object}.${name}`, 'default', value),
      ]),
  );
}

type Fill = (fields: Unchecked, isChecked: boolean) => Unchecked;

const UNFILLED: Fill = (fields) => fields;

function createFill(viewed: Viewed, operation: Defaulted): Fill {
  const { input, derived } = operation;
  if (!input) return UNFILLED;
  const byDefault = { ...operation.defaults, ...defaultsIn(viewed, operation) };
  const fillOlder = createOlderFill(viewed, input, domainObjects.get(input)?.use ?? 'create');
  return (fields, isChecked) => ({
    ...byDefault,
    ...derived?.(fields),
    ...fillOlder(fields, isChecked),
  });
}

/** Fills in fields that other versions require and this one lacks, in objects and list entries too. */
function createOlderFill(viewed: Viewed, shape: z.ZodObject, use: Use): Fill {
  const { history, version } = viewed;
  const { object } = domainObjects.get(shape) ?? {};
  const values: [string, unknown][] = [];
  const objects: [string, Fill][] = [];
  for (const [name, field] of Object.entries(shape.shape as Record<string, z.ZodType>)) {
    const isThere = hasField({ history, version, scope: [version] }, shape, name);
    const older = history.at(version, `${object}.${name}`, 'older', undefined);
    if (older !== undefined && !isThere && use === 'create') values.push([name, older]);
    const entry = entrySchema(field);
    const fill = entry instanceof z.ZodObject ? createOlderFill(viewed, entry, 'create') : UNFILLED;
    if (fill !== UNFILLED) objects.push([name, fill]);
  }
  if (values.length === 0 && objects.length === 0) return UNFILLED;
  return (fields, isChecked) => {
    if (!isChecked) return fields;
    const older = values.map(([name, value]) => [
      name,
      typeof value === 'function' ? value(fields) : value,
    ]);
    const filled = objects
      .filter(([name]) => fields[name] !== undefined && fields[name] !== null)
      .map(([name, fill]) => {
        const value = fields[name] as Unchecked | Unchecked[];
        return [
          name,
          Array.isArray(value) ? value.map((entry) => fill(entry, true)) : fill(value, true),
        ];
      });
    return { ...Object.fromEntries(older), ...fields, ...Object.fromEntries(filled) };
  };
}
