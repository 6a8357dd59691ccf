// The declaration of an operation: its permission, throttle, input, target, rules and work (D9); `run.ts` runs one.
import type { z } from 'zod';
import type { Permission } from '../../prisma/generated/client/enums.ts';
import type { OperationContext } from './context.ts';
import type { FieldError } from './failure.ts';
import type { Checked } from './field-errors.ts';
import type { Unchecked } from './field-types.ts';
import type { Id } from './id.ts';
import type { RecordColumn } from './idempotency.ts';

/** The fields that a surface wants of the result: a Prisma selection. */
export interface Selection {
  // biome-ignore lint/suspicious/noExplicitAny: Prisma's selections have no common type; each operation narrows its own
  readonly select?: any;
  // biome-ignore lint/suspicious/noExplicitAny: see above
  readonly include?: any;
}

/** The revisions of a target at which a client takes a write; none of them fits a target with another one. */
export type Revisions = readonly number[];

/**
 * Adds the errors of one rule that looks at several fields or beyond the request. Rules run in order on every input that
 * is an object; `errors` are those found before, by the shape and by the rules in front.
 */
export type Rule<Target> = (
  context: OperationContext,
  candidate: { readonly given: Unchecked; readonly target: Target; readonly errors: readonly FieldError[] },
) => readonly FieldError[] | Promise<readonly FieldError[]>;

export interface Operation<Name extends string = string, Target = unknown, Input = unknown, Output = unknown> {
  /** The verb and noun that name it everywhere: `createProduct`. */
  readonly name: Name;
  readonly summary: string;
  readonly permission: Permission;
  readonly throttled: boolean;
  /** The shape of its body: enforced and documented as each version has it; absent for an operation without a body. */
  readonly input?: z.ZodObject;
  /** Values of absent fields. */
  readonly defaults?: Unchecked;
  /** Values of absent fields that depend on others, which are not checked yet. */
  readonly derived?: (given: Unchecked) => Unchecked;
  /** Reads the target of the id, or fails: not found, forbidden. Absent for an operation without an id. */
  readonly find?: (context: OperationContext, id: Id, selection: Selection) => Promise<Target>;
  /** The stored revision of the target; absent for an operation without a precondition (D41). */
  readonly revisionOf?: (target: Target) => number;
  /** Rewrites a body before it is checked, such as a null that is the same as an absent field. */
  readonly normalise?: (body: Unchecked) => Unchecked;
  readonly rules?: readonly Rule<Target>[];
  /** Does the work on an input that is right; one with a precondition fails when the revision is none of `ifRevision`. */
  readonly run: (
    context: OperationContext,
    request: {
      readonly target: Target;
      readonly input: Input;
      readonly selection: Selection;
      /** A write has it among the columns of its row. */
      readonly record: RecordColumn;
      readonly ifRevision: Revisions | undefined;
    },
  ) => Promise<Output>;
  /** Reads the result of an earlier request with the same idempotency key (D40). Absent for an operation that takes no key. */
  readonly replay?: (context: OperationContext, id: Id, selection: Selection) => Promise<Output>;
}

/** An operation of which the result alone matters. */
// biome-ignore lint/suspicious/noExplicitAny: operations of different inputs and targets run in one way
export type OperationOf<Output, Name extends string = string> = Operation<Name, any, any, Output>;

// biome-ignore lint/suspicious/noExplicitAny: operations of different types stand in one list
export type AnyOperation<Name extends string = string> = OperationOf<any, Name>;

/** The input of `run`: checked against the shape, and with the defaults of absent fields. */
type InputOf<Shape, Defaults> = Shape extends z.ZodObject
  ? Checked<Shape> & Required<Pick<Checked<Shape>, keyof Defaults & keyof Checked<Shape>>>
  : undefined;

type Declaration<Name extends string, Target, Shape, Defaults, Output> = Operation<
  Name,
  Target,
  InputOf<Shape, Defaults>,
  Output
> & { readonly input?: Shape; readonly defaults?: Defaults };

/** An operation, the types of its target and its input inferred from its parts. */
export const defineOperation = <
  const Name extends string,
  Output,
  Target = undefined,
  Shape extends z.ZodObject | undefined = undefined,
  Defaults extends Unchecked = Unchecked,
>(
  operation: Declaration<Name, Target, Shape, Defaults, Output>,
): Operation<Name, Target, InputOf<Shape, Defaults>, Output> => operation;

type Columns = Readonly<Record<string, true>>;

/**
 * Makes selections that also hold the columns which an operation itself needs; for one selection always the same one, by
 * which its statement is known.
 */
export function selecting(columns: Columns): (selection: Selection) => Selection {
  const known = new WeakMap<object, Selection>();
  return (selection) => {
    if (!selection.select) return selection;
    const made = known.get(selection.select) ?? { ...selection, select: { ...selection.select, ...columns } };
    known.set(selection.select, made);
    return made;
  };
}
