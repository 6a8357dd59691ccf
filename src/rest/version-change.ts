// How a version declares its differences to the one before it, in the names of the wire (section 9.6).
import type { JsonObject } from '../http/json-body.ts';
import type { Release, ReleaseChange, VersionName, Versions } from '../operation/versions.ts';

type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [name: string]: JsonValue };

/** A value, or a function that makes it of the newer fields, whose values may be of any type. */
type Declared = JsonValue | ((newer: JsonObject) => unknown);

/** A field that only the older version has. A request may have any value there; the value is dropped. */
interface RemovedField {
  /** Its schema in the older OpenAPI document. */
  readonly schema: { readonly [name: string]: JsonValue };
  /**
   * Whether the document requires it in creates and in entries of lists; `schema.example` is its value in the examples
   * there. A request without it is accepted.
   */
  readonly required?: true;
  /** Its value in older answers; absent: they do not have the field. */
  readonly answer?: Declared;
}

/**
 * One difference between a version and the one before it. The fields of a request are those in its envelope (`product`,
 * `data.attributes`, `bundle`), the fields of an answer those of the resource that is read (`product`, `rentals`).
 */
export interface VersionChange extends ReleaseChange {
  /** The names of the operations that it concerns. */
  readonly operations: readonly string[];
  /** `reply`: it changes the answer of a write (`success`, `id`, `location`); absent: it changes the fields. */
  readonly of?: 'reply';
  /** The objects below the fields that it changes, such as `items[]`; absent: the fields themselves. */
  readonly at?: string;
  /** Older name -> newer name. */
  readonly renamed?: Readonly<Record<string, string>>;
  /** Fields that only the newer version has: unknown in older requests, absent in older answers. */
  readonly added?: readonly string[];
  readonly removed?: Readonly<Record<string, RemovedField>>;
  /**
   * Fields, by newer name, that the newer version requires and the older one does not: filled in where absent or null.
   * An update keeps the stored values of absent fields, so only the entries of its lists are filled in.
   */
  readonly defaults?: Readonly<Record<string, Declared>>;
  /** Changes values of an older request. Its object has newer names already, and unchecked values. */
  readonly request?: (newer: JsonObject) => JsonObject;
  /** Changes values of an answer. Its object still has newer names. */
  readonly response?: (newer: JsonObject) => JsonObject;
  /** Whether the newer version lacks these operations, which the older one keeps. */
  readonly endpointsRemoved?: true;
  /** Changes the OpenAPI document where the declarations do not reach. The document has older names already. */
  readonly document?: (older: JsonObject) => JsonObject;
}

export type ApiRelease = Release<VersionChange>;
export type ApiVersions = Versions<VersionChange>;

/** The changes between `version` and the newest that concern an operation, oldest first. */
export const changesFor = (versions: ApiVersions, version: VersionName, operation: string): readonly VersionChange[] =>
  versions.changesAfter(version).filter(({ operations }) => operations.includes(operation));

/** Whether `version` still has an operation. */
export const hasOperation = (versions: ApiVersions, version: VersionName, operation: string): boolean =>
  !versions
    .changesUpTo(version)
    .some(({ endpointsRemoved, operations }) => endpointsRemoved && operations.includes(operation));
