// Takes fields of older requests up to the newest version, and answers and paths of errors down (sections 9.3, 9.4).
import type { JsonObject } from '../http/json-body.ts';
import type { FieldPath } from '../operation/failure.ts';
import { spellField } from '../operation/field-errors.ts';
import { type FieldNames, fieldNames } from './field-names.ts';
import { changeNameAt, changeObjects, type Place, parsePlace } from './field-place.ts';
import type { VersionChange } from './version-change.ts';
import { swapPath } from './wire.ts';

type Changes = readonly VersionChange[];

const ofFields = (changes: Changes): Changes => changes.filter(({ of }) => of === undefined);

/** The fields of an older request in the shape of the newest version. `isUpdate`: absent fields keep their stored values. */
export const toNewestFields = (changes: Changes, fields: JsonObject, isUpdate: boolean): JsonObject =>
  ofFields(changes).reduce((older, change) => {
    const place = parsePlace(change.at);
    const names = fieldNames(change);
    const fillsIn = !(isUpdate && place.length === 0);
    return changeObjects(older, place, (object) => newerObject(change, names, object, fillsIn)) as JsonObject;
  }, fields);

function newerObject(change: VersionChange, names: FieldNames, older: JsonObject, fillsIn: boolean): JsonObject {
  const newer = Object.fromEntries(
    Object.entries(older)
      .filter(([name]) => !names.isRemoved(name))
      .map(([name, value]) => [names.toNewer(name), value]),
  );
  const missing = Object.entries(fillsIn ? (change.defaults ?? {}) : {}).filter(([name]) => !isGiven(newer, name));
  const filled = { ...newer, ...Object.fromEntries(missing.map(([name, value]) => [name, declared(value, newer)])) };
  return change.request?.(filled) ?? filled;
}

const isGiven = (object: JsonObject, name: string) => Object.hasOwn(object, name) && object[name] !== null;

const declared = (value: unknown, newer: JsonObject): unknown => (typeof value === 'function' ? value(newer) : value);

/** An answer in the shape of the older version; `resource` is the key of its fields, absent in the reply of a write. */
export const toOlderAnswer = (changes: Changes, answer: JsonObject, resource: string | undefined): JsonObject =>
  changes.reduceRight((newer, change) => {
    const place = placeInAnswer(change, resource);
    return place ? (changeObjects(newer, place, (object) => olderObject(change, object)) as JsonObject) : newer;
  }, answer);

/** Where the objects that a change concerns are in an answer; undefined: the answer has none. */
export function placeInAnswer({ of, at }: VersionChange, resource: string | undefined): Place | undefined {
  if (of === 'reply') return resource === undefined ? parsePlace(at) : undefined;
  return resource === undefined ? undefined : [resource, ...parsePlace(at)];
}

function olderObject(change: VersionChange, newer: JsonObject): JsonObject {
  const answered = Object.entries(change.removed ?? {}).flatMap(([name, { answer }]) =>
    answer === undefined ? [] : [[name, declared(answer, newer)]],
  );
  return { ...olderNames(change, change.response?.(newer) ?? newer), ...Object.fromEntries(answered) };
}

/** An object without the fields that the older version does not have, the others under their older names. */
export function olderNames(change: VersionChange, newer: JsonObject): JsonObject {
  const names = fieldNames(change);
  const kept = Object.entries(newer).filter(([name]) => names.isKept(name));
  return Object.fromEntries(kept.map(([name, value]) => [names.toOlder(name), value]));
}

/** A path in the names that were sent, as one of the newest version; the inverse of `pathAsSent`. */
export const toNewestPath = (changes: Changes, path: FieldPath): FieldPath =>
  ofFields(changes).reduce(
    (older, change) => changeNameAt(older, parsePlace(change.at), fieldNames(change).toNewer),
    path,
  );

/** A path of the newest version in the names that the client of an older one sends. */
export const pathAsSent = (changes: Changes, path: FieldPath): FieldPath =>
  ofFields(changes).reduceRight(
    (newer, change) => changeNameAt(newer, parsePlace(change.at), fieldNames(change).toOlder),
    path,
  );

/** The `field` of an error at a path of the domain, in the names that the client sends: `items[0].ad_id`. */
export const fieldAsSent = (changes: Changes, path: FieldPath): string =>
  spellField(pathAsSent(changes, swapPath(path)));
