// The names of one version change: which older name becomes which newer one, and back.
import type { VersionChange } from './version-change.ts';

/**
 * The first character of the newer form of a name that the older version does not know, but the newer one may. No field
 * has a name that begins with it, so the name is refused as unknown; without the mark it is the one that was sent.
 */
const UNKNOWN_MARK = '?';

export interface FieldNames {
  /** The newer name of an older one; two older names never become the same. */
  toNewer(older: string): string;
  /** The older name of a newer one; the inverse of `toNewer`. */
  toOlder(newer: string): string;
  /** Whether only the older version has the field. */
  isRemoved(older: string): boolean;
  /** Whether the older version has a field of the newer one. */
  isKept(newer: string): boolean;
}

export function fieldNames({ renamed = {}, added = [], removed = {} }: VersionChange): FieldNames {
  const newerNames = new Map(Object.entries(renamed));
  const olderNames = new Map(Object.entries(renamed).map(([older, newer]) => [newer, older]));
  const newerOnly = new Set([...olderNames.keys(), ...added]);
  const olderOnly = new Set([...newerNames.keys(), ...Object.keys(removed)]);
  const isUnknown = (older: string) =>
    older.startsWith(UNKNOWN_MARK) || newerOnly.has(older) || Object.hasOwn(removed, older);
  return {
    toNewer: (older) => newerNames.get(older) ?? (isUnknown(older) ? `${UNKNOWN_MARK}${older}` : older),
    toOlder: (newer) =>
      newer.startsWith(UNKNOWN_MARK) ? newer.slice(UNKNOWN_MARK.length) : (olderNames.get(newer) ?? newer),
    isRemoved: (older) => Object.hasOwn(removed, older),
    isKept: (newer) => olderNames.has(newer) || !(added.includes(newer) || olderOnly.has(newer)),
  };
}
