// The boundary of each limit of a shape: the limit itself, one beyond it, and nothing.
import type { Path } from '../contract/field-path.ts';
import { isNumberText, type Shape } from '../contract/shape.ts';
import { type Edit, edited, smallest } from './edits.ts';
import type { KnownValues } from './valid.ts';
import { MAX_INT32, textsOfLength } from './values.ts';

const STEPS: Partial<Record<Shape['kind'], number>> = { integer: 1, number: 0.001 };

/** An edit for each boundary of each field, those of an object in a right one, those of the entries of lists in a list of one. */
export function boundaryEdits(shape: Shape, known: KnownValues, path: Path = []): Edit[] {
  return [...(shape.fields ?? [])].flatMap(([name, { shape: field }]) => {
    const at = [...path, name];
    const own = boundariesOf(field, known).map((value) => ({ path: at, value }));
    const entry = smallest(field.item, known);
    const inner = field.item ? boundaryEdits(field.item, known).map((edit) => [edited(entry, [edit])]) : [];
    const within = boundaryEdits(field, known).map((edit) => edited(smallest(field, known), [edit]));
    return [...own, ...[...inner, ...within].map((value) => ({ path: at, value }))];
  });
}

function boundariesOf(field: Shape, known: KnownValues): unknown[] {
  const { kind, values, format, minimum, maximum = MAX_INT32, maxLength, minItems = 0, maxItems = 0 } = field;
  if (values) return [];
  if (kind === 'string') {
    const isPlain = !isNumberText(field) && format !== 'uri' && maxLength !== undefined;
    return isPlain ? ['', ...textsOfLength(maxLength), ...textsOfLength(maxLength + 1)] : [''];
  }
  if (kind === 'array') {
    const sizes = new Set([0, minItems - 1, minItems, maxItems, maxItems + 1].filter((size) => size >= 0));
    return [...sizes].map((size) => Array.from({ length: size }, () => smallest(field.item, known)));
  }
  const step = STEPS[kind];
  if (step === undefined) return [];
  return [
    ...(minimum === undefined ? [] : [minimum, minimum - step]),
    ...(maximum < MAX_INT32 ? [maximum, maximum + step] : []),
  ];
}
