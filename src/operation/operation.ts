// The declaration of an operation: its permission, throttle, input, target, rules and work (D9); `run.ts` runs one.
import type { z } from 'zod';
import type { PrismaClient } from '../../prisma/generated/client/client.ts';
import type { Permission } from '../../prisma/generated/client/enums.ts';
import type { Records } from '../database/records/records.ts';
import type { Failure, FieldError } from './failure.ts';
import type { Checked } from './field-errors.ts';
import type { Unchecked } from './field-types.ts';
import type { Id } from './id.ts';
import type { Throttle } from './throttle.ts';
import type { Turn } from './turn.ts';
import type { VersionView } from './version-view.ts';

/** The user behind a valid API token, with the permissions that the user has now (D5). */
export interface Caller {
  readonly userId: number;
  readonly tokenId: number;
  readonly permissions: readonly Permission[];
}

/** Checks which image URLs can be reached (D29): one answer per URL, in order. Never throws. */
export interface ImageProbe {
  reachable(urls: readonly string[], userId: number): Promise<boolean[]>;
}

/** The dependencies of operations, the same for every request. */
export interface Services {
  readonly db: PrismaClient;
  readonly records: Records;
  readonly throttle: Throttle;
  readonly imageProbe: ImageProbe;
  /** The writes with an idempotency key that run in this process, by user and key; each settles when its write has ended. */
  readonly keysUnderWay: Map<string, Promise<void>>;
}

/** One operation that a request ran, with its failure if it failed; usage records and GraphQL statuses are made from it. */
export interface Outcome {
  readonly operation: string;
  readonly failure: Failure | undefined;
  /** Whether it is the result of an earlier request with the same idempotency key (D40). */
  readonly isReplay?: boolean;
}

export interface OperationContext extends Services {
  readonly caller: Caller;
  readonly outcomes: Outcome[];
  readonly turn: Turn;
  /** The version of the request. */
  readonly view: VersionView;
  /** The header of the request, not checked yet (D40). */
  readonly idempotencyKey?: string | undefined;
}

/** By which a second request with the same idempotency key is known (D40). */
export type RecordOfWrite = Readonly<Record<'operation' | 'keyHash' | 'inputHash', string>>;

/** The column by which a write of a product keeps its record; empty for a request without a key. */
export interface RecordColumn {
  readonly idempotencyRecord?: RecordOfWrite;
}

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
      /** A write of a product has it among its columns. */
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

/** Whether the caller has a permission now (D5). */
export const permits = ({ permissions }: Caller, permission: Permission) => permissions.includes(permission);

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
