// Field errors in an API's names and values, with a suggestion for an unknown name.
import { closestMatch } from 'leven';
import { cut } from '../text.ts';
import type { FieldError, FieldErrorCode, FieldPath } from './field-error.ts';

/** The field names and enum values of an API. */
export interface Spelling {
  readonly field: (path: FieldPath) => string;
  readonly value: (path: FieldPath, value: string) => string;
}

/** A field error as an API spells it. */
export interface SpelledError {
  readonly field: string;
  readonly code: FieldErrorCode;
  readonly message: string;
}

export const spellErrors = (
  errors: readonly FieldError[],
  spelling = DOMAIN_SPELLING,
): SpelledError[] =>
  [...firstErrors(errors, spelling)].map(([field, error]) => ({
    field,
    code: error.code,
    message: spellMessage(error, spelling),
  }));

/** The first error of each spelled field: a client can send a field inside its wrapper object and beside it. */
export function firstErrors(
  errors: readonly FieldError[],
  spelling: Spelling,
): ReadonlyMap<string, FieldError> {
  const first = new Map<string, FieldError>();
  for (const error of errors) {
    const field = spelledField(error, spelling);
    if (!first.has(field)) first.set(field, error);
  }
  return first;
}

export function spelledField({ path, isSent, siblings }: FieldError, { field }: Spelling) {
  if (isSent) return spellField(path);
  // An unknown field has the name that was sent.
  return siblings ? spellField([field(path.slice(0, -1)), ...path.slice(-1)]) : field(path);
}

function spellMessage(
  { path, message, allowed, siblings }: FieldError,
  { field, value }: Spelling,
): string {
  if (allowed)
    return `${message}: ${[...new Set(allowed.map((one) => value(path, one)))].join(', ')}`;
  if (!siblings) return message;
  const parent = path.slice(0, -1);
  const start = parent.length > 0 ? field(parent).length + 1 : 0;
  const nameOf = (full: FieldPath) => field(full).slice(start);
  const names = siblings.map((name) => [name, nameOf([...parent, name])] as const);
  const near = nearestName(nameOf(path), [
    ...names,
    ...names.map(([, name]) => [name, name] as const),
  ]);
  return near === undefined ? message : `${message}; did you mean ${near}?`;
}

/** The `field` of an error, such as `items[0].adId`. */
export const spellField = (path: FieldPath) =>
  path.reduce<string>((field, segment) => {
    if (typeof segment === 'number') return `${field}[${segment}]`;
    const name = cut(segment);
    return field === '' ? name : `${field}.${name}`;
  }, '');

/** GraphQL uses the names and values of the domain. */
export const DOMAIN_SPELLING: Spelling = {
  field: spellField,
  value: (_, value) => value,
};

/** One typo in three or four letters, two in more. */
const slipsIn = (letters: string) => Math.min(2, Math.floor(letters.length / 2.5));

const lettersOf = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** `known` pairs a spelling with the name to suggest for it; a later pair wins. */
export function nearestName(
  name: string,
  known: readonly (readonly [string, string])[],
): string | undefined {
  const letters = lettersOf(name);
  const names = new Map(known.map(([spelling, answered]) => [lettersOf(spelling), answered]));
  return names.get(
    closestMatch(letters, [...names.keys()], { maxDistance: slipsIn(letters) }) ?? '',
  );
}
