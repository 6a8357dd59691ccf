// A version in the kernel: its operations and fields, required ones, limits and defaults.
import { z } from 'zod';
import { domainOf, entrySchema, fieldSubject, type Unchecked } from './field-types.ts';
import { type History, propertiesOf, type VersionProperties } from './release-changes.ts';
import { createShapes } from './version-shapes.ts';

/** The parts of an operation with defaults. */
export interface Defaulted {
  /** The shape of the body, enforced and documented as each version has it; absent for an operation without a body. */
  readonly input?: z.ZodObject;
  /** Defaults for absent fields. */
  readonly defaults?: Unchecked;
  /** Defaults for absent fields that depend on other, not yet validated fields. */
  readonly derived?: (given: Unchecked) => Unchecked;
}

/** An operation's input in a version, compiled once. */
export type VersionedInput = NonNullable<ReturnType<VersionView['inputOf']>>;

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
  const properties = propertiesOf(history, version, scope);
  const shapeOf = createShapes(properties);
  const inputs = new WeakMap<Defaulted, ReturnType<typeof compile>>();

  function compile(operation: Defaulted, input: z.ZodObject) {
    const shape = shapeOf(input);
    const defaults = { ...operation.defaults, ...defaultsIn(properties, operation) };
    const fill = fillerOf(properties, input);
    return {
      shape,
      /** Fields of which the version may read less than is stored: another enum member, or an object without a field. */
      standIns: Object.keys(shape.shape).filter(
        (name) =>
          shape.shape[name] !== input.shape[name] && hasParts(input.shape[name] as z.ZodType),
      ),
      /** With defaults; fields that the version lacks get theirs only if the input `isChecked`. */
      filled(given: Unchecked, isChecked: boolean): Unchecked {
        const fields = isChecked && fill ? fill(given) : given;
        return { ...defaults, ...operation.derived?.(given), ...fields };
      },
    };
  }

  return {
    ...properties,
    /** The input of an operation; undefined for an operation without one. */
    inputOf(operation: Defaulted) {
      const known = inputs.get(operation);
      const { input } = operation;
      if (known || !input) return known;
      const made = compile(operation, input);
      inputs.set(operation, made);
      return made;
    },
    /** The version's shape; the same object if nothing differs. */
    shape: <Shape extends z.ZodObject>(shape: Shape) => shapeOf(shape) as Shape,
    /** Defaults that don't depend on other fields. */
    defaults: (operation: Defaulted) => defaultsIn(properties, operation),
  };
}

const hasParts = (field: z.ZodType) => {
  const entry = entrySchema(field);
  return entry instanceof z.ZodObject || entry instanceof z.ZodEnum;
};

/** The fields a body sets. In a create, null means absent, except that an unknown field is rejected even if null. */
export function givenFields(shape: z.ZodObject, body: Unchecked): Unchecked {
  if (!Object.values(body).includes(null) || domainOf(shape).use !== 'create') return body;
  return Object.fromEntries(
    Object.entries(body).filter(
      ([name, value]) => value !== null || !Object.hasOwn(shape.shape, name),
    ),
  );
}

function defaultsIn(
  { has, at }: VersionProperties,
  { input, defaults: inCode = {} }: Defaulted,
): Unchecked {
  if (!input) return {};
  return Object.fromEntries(
    Object.entries(inCode).flatMap(([name, value]) => {
      const subject = fieldSubject(input, name);
      return has(subject) ? [[name, at(subject, 'default', value)]] : [];
    }),
  );
}

type Fill = (fields: Unchecked) => Unchecked;

/**
 * Fills in the fields that other versions require and this one lacks, in objects and list entries too; undefined if
 * there are none.
 */
function fillerOf(properties: VersionProperties, shape: z.ZodObject): Fill | undefined {
  const { at } = properties;
  const { use = 'create' } = domainOf(shape);
  const parts = Object.entries<z.ZodType>(shape.shape).flatMap(([name, field]) => {
    const subject = fieldSubject(shape, name);
    const isLacking = use === 'create' && !at(subject, 'exists', true);
    const older = isLacking ? at(subject, 'older', undefined) : undefined;
    const entry = entrySchema(field);
    const inner = entry instanceof z.ZodObject ? fillerOf(properties, entry) : undefined;
    return older === undefined && !inner ? [] : { name, older, inner };
  });
  if (parts.length === 0) return undefined;
  return (fields) => {
    const filled: Record<string, unknown> = { ...fields };
    for (const { name, older, inner } of parts) {
      const given = fields[name];
      if (given === undefined && older !== undefined)
        filled[name] = typeof older === 'function' ? older(fields) : older;
      else if (inner && typeof given === 'object' && given !== null)
        filled[name] = Array.isArray(given) ? given.map(inner) : inner(given as Unchecked);
    }
    return filled;
  };
}
