// The declaration of an operation: its permission, rate limit, input, target, rules and work; `run.ts` runs it.
import type { z } from 'zod';
import type { Permission } from '../../prisma/generated/client/enums.ts';
import { sentences } from '../text.ts';
import type { Checked } from './check.ts';
import type { OperationContext } from './context.ts';
import type { FieldError } from './field-error.ts';
import type { Condition, Unchecked } from './field-types.ts';
import type { Id } from './id.ts';
import { IDEMPOTENCY_KEY, type RecordColumn } from './idempotency.ts';
import type { Defaulted } from './version-view.ts';

/** The result of a write: the response reads the rest. */
export interface Written {
  readonly id: Id;
  readonly revision: number;
}

/** The revisions of a target at which a client allows a write. */
export type Revisions = readonly number[];

/** A rule on several fields or on stored data; rules run in order. */
export interface Rule<Target> {
  /** The conditions that the input's schema can't express. */
  readonly conditions: readonly Condition[];
  /** `errors` are those of the shape and of earlier rules. */
  check(
    context: OperationContext,
    candidate: {
      readonly given: Unchecked;
      readonly target: Target;
      readonly errors: readonly FieldError[];
    },
  ): readonly FieldError[] | Promise<readonly FieldError[]>;
}

export interface Operation<
  Name extends string = string,
  Target = unknown,
  Input = unknown,
  Output = unknown,
  Selection = unknown,
> extends Defaulted {
  /** The name in all documents, verb and noun: `createProduct`. */
  readonly name: Name;
  /** A short title for lists of operations: `Create a product`. */
  readonly title: string;
  readonly summary: string;
  readonly permission: Permission;
  readonly throttled: boolean;
  /**
   * Reads the target by ID, or fails as not found or forbidden; absent for an operation without an ID. `selection` says
   * what a read needs of it, by default everything.
   */
  readonly find?: (
    context: OperationContext,
    id: Id,
    selection?: Selection,
  ) => Promise<Target>;
  /** Reads the fields an update can set; the input may repeat their values whatever their limits are. */
  readonly stored?: (context: OperationContext, target: Target) => Promise<Unchecked>;
  /** The stored revision of the target; absent for an operation without a precondition. */
  readonly revisionOf?: (target: Target) => number;
  readonly rules?: readonly Rule<Target>[];
  /**
   * Does the work with validated input; fails as a conflict if the stored revision is not in `ifRevision`. Absent for a
   * read, which returns its target.
   */
  readonly execute?: (
    context: OperationContext,
    request: {
      readonly target: Target;
      readonly input: Input;
      /** The record column of the row to insert or update. */
      readonly record: RecordColumn;
      readonly ifRevision: Revisions | undefined;
    },
  ) => Promise<Output>;
  /** The result of an earlier request with the same idempotency key; absent for an operation without keys. */
  readonly replay?: (context: OperationContext, id: Id) => Promise<Output>;
}

// biome-ignore lint/suspicious/noExplicitAny: one function runs, and one list holds, operations of different types
type Anything = any;

export type OperationOf<Output, Name extends string = string> = Operation<
  Name,
  Anything,
  Anything,
  Output,
  Anything
>;

export type AnyOperation<Name extends string = string> = OperationOf<Anything, Name>;

/** The validated input with defaults. */
type InputOf<Shape, Defaults> = Shape extends z.ZodObject
  ? Checked<Shape> & Required<Pick<Checked<Shape>, keyof Defaults & keyof Checked<Shape>>>
  : undefined;

/** Infers the types of target and input from the parts. */
export const defineOperation = <
  const Name extends string,
  Output,
  Target = undefined,
  Shape extends z.ZodObject | undefined = undefined,
  Defaults extends Unchecked = Unchecked,
>(
  operation: Operation<Name, Target, InputOf<Shape, Defaults>, Output> & {
    readonly input?: Shape;
    readonly defaults?: Defaults;
  },
): Operation<Name, Target, InputOf<Shape, Defaults>, Output> => operation;

/** An operation that returns its target. */
export const defineRead = <const Name extends string, Target, Selection>({
  find,
  ...texts
}: Pick<Operation<Name>, 'name' | 'title' | 'summary'> & {
  readonly find: NonNullable<Operation<Name, Target, undefined, Target, Selection>['find']>;
}): Operation<Name, Target, undefined, Target, Selection> => ({
  ...texts,
  permission: 'READ',
  throttled: false,
  find,
});

/** Describes how a write counts toward the rate limit and what its key does. */
export const describeWrite = ({ throttled, replay }: AnyOperation) =>
  sentences(
    throttled &&
      'Counts toward the create rate limit, which REST and GraphQL share. Rejected requests count too.',
    replay &&
      `Send an \`${IDEMPOTENCY_KEY}\` to retry safely: \
within 24 hours, the same request over either API isn't done twice.`,
  );
