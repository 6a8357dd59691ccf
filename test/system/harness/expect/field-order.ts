// The order of the errors of an input: in field order, one per field, at most 50 (D18).
import type { Path } from '../contract/field-path.ts';
import type { Shape } from '../contract/shape.ts';
import type { ExpectedError } from './expected-answer.ts';

const MAX_ERRORS = 50;

/** The first errors of an answer. */
export const firstErrors = <Entry>(errors: readonly Entry[]): Entry[] => errors.slice(0, MAX_ERRORS);

/** Sorts errors by the order of the fields in `shape`, unknown fields last; the first error of each field remains. */
export function inFieldOrder(errors: readonly ExpectedError[], shape: Shape): ExpectedError[] {
  const seen = new Set<string>();
  const isFirst = ({ path }: ExpectedError) => {
    const field = JSON.stringify(path);
    return !seen.has(field) && seen.add(field) !== undefined;
  };
  return errors
    .map((error) => ({ error, position: positionOf(error.path, shape) }))
    .toSorted((a, b) => compare(a.position, b.position))
    .map(({ error }) => error)
    .filter(isFirst);
}

/** The index of each step among its siblings; unknown fields share the last one, so that they keep their order. */
function positionOf(path: Path, shape: Shape | undefined): number[] {
  const [step, ...rest] = path;
  if (step === undefined) return [];
  if (typeof step === 'number') return [step, ...positionOf(rest, shape?.item)];
  const names = [...(shape?.fields?.keys() ?? [])];
  const index = names.indexOf(step);
  return index < 0 ? [names.length] : [index, ...positionOf(rest, shape?.fields?.get(step)?.shape)];
}

/** An error of a list or an object precedes those of its entries and fields. */
function compare(one: readonly number[], other: readonly number[]): number {
  const differing = one.findIndex((index, level) => index !== other[level]);
  return differing < 0 ? one.length - other.length : (one[differing] ?? 0) - (other[differing] ?? -1);
}
