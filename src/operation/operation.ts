// The declaration of an operation: its permission, throttle, input, target, rules and work; `run.ts` runs one.
import type { z } from 'zod';
import type { Permission } from '../../prisma/generated/client/enums.ts';
import type { OperationContext } from './context.ts';
import type { FieldError } from './failure.ts';
import type { Checked } from './field-errors.ts';
import type { Condition, Unchecked } from './field-types.ts';
import type { Id } from './id.ts';
import { IDEMPOTENCY_KEY, type RecordColumn } from './idempotency.ts';

/** What a read needs of a record beside its short columns. */
export interface RowShape {
  readonly longTexts: boolean;
  readonly items: boolean;
}

/** The result of a write: a read returns the rest. */
export interface Written {
  readonly id: Id;
  readonly revision: number;
}

/** The revisions of a target at which a client allows a write. */
export type Revisions = readonly number[];

/**
 * Returns the errors of one rule on several fields or on stored data. Rules run in order; `errors` are those of the shape
 * and of earlier rules.
 */
export interface Rule<Target> {
  (context: OperationContext, candidate: Candidate<Target>): readonly FieldError[] | Promise<readonly FieldError[]>;
  /** The conditions that the schema of the input can't express; absent: none. */
  readonly conditions?: readonly Condition[];
}

interface Candidate<Target> {
  readonly given: Unchecked;
  readonly target: Target;
  readonly errors: readonly FieldError[];
}

/** A rule with its conditions for documents. */
export const defineRule = <Target>(
  conditions: readonly Condition[],
  check: (...args: Parameters<Rule<Target>>) => ReturnType<Rule<Target>>,
): Rule<Target> => Object.assign(check, { conditions });

export interface Operation<Name extends string = string, Target = unknown, Input = unknown, Output = unknown> {
  /** The name in all documents, verb and noun: `createProduct`. */
  readonly name: Name;
  /** A few words for lists of operations: `Create a product`. */
  readonly title: string;
  readonly summary: string;
  readonly permission: Permission;
  readonly throttled: boolean;
  /** The shape of the body, enforced and documented as each version has it; absent for an operation without a body. */
  readonly input?: z.ZodObject;
  /** Values of absent fields. */
  readonly defaults?: Unchecked;
  /** Values of absent fields that depend on other fields before their check. */
  readonly derived?: (given: Unchecked) => Unchecked;
  /**
   * Reads the target of the id, or fails as not found or forbidden; absent for an operation without an id. `shape` says what a read needs of
   * it, by default everything.
   */
  readonly find?: (context: OperationContext, id: Id, shape?: RowShape) => Promise<Target>;
  /** Reads the fields of the target that an update can set, which its input may repeat whatever their limits are. */
  readonly stored?: (context: OperationContext, target: Target) => Promise<Unchecked>;
  /** The stored revision of the target; absent for an operation without a precondition. */
  readonly revisionOf?: (target: Target) => number;
  readonly rules?: readonly Rule<Target>[];
  /** Does the work on a checked input; fails as a conflict if the stored revision is not in `ifRevision`. */
  readonly run: (
    context: OperationContext,
    request: {
      readonly target: Target;
      readonly input: Input;
      /** A column of the row that a write inserts or updates. */
      readonly record: RecordColumn;
      readonly ifRevision: Revisions | undefined;
    },
  ) => Promise<Output>;
  /** The result of an earlier request with the same idempotency key. Absent for an operation that takes no key. */
  readonly replay?: (context: OperationContext, id: Id) => Promise<Output>;
}

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

/** What a write takes of the throttle, and what its key does. */
export const describeWrite = ({ throttled, replay }: AnyOperation): string =>
  [
    throttled && 'Counts toward the create rate limit, which REST and GraphQL share. Rejected requests count too.',
    replay &&
      `Send an \`${IDEMPOTENCY_KEY}\` to retry safely: within 24 hours, the same request over either API isn't done twice.`,
  ]
    .filter(Boolean)
    .join(' ');
