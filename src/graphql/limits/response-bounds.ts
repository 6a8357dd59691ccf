// Limits the records of one GraphQL response: how many are read concurrently, and their total length, counted before
// graphql-js completes them, because a short request can select many strings.
import {
  type FieldNode,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  getNamedType,
  isObjectType,
} from 'graphql';
import { collectSubfields } from 'graphql/execution/collectFields.js';
import { ProductType } from '../../../prisma/generated/client/enums.ts';
import { isJsonObject, type JsonObject } from '../../http/json-body.ts';
import { repeatsValues } from '../selection.ts';

/** In bytes. REST records are smaller: their strings come from one body. */
export const MAX_RESPONSE_LENGTH = 4 * 1024 * 1024;

/** In bytes, of all records read for a response, which may select only some of their fields. */
const MAX_READ_LENGTH = 4 * MAX_RESPONSE_LENGTH;

/** In bytes. A shorter record counts as a whole, whatever is selected of it. */
const SHORT_RECORD = 16 * 1024;

/** Bytes that each value counts besides its string and name, because graphql-js takes time for short ones too. */
export const VALUE_LENGTH = 64;

/** The permits of one response. A write takes all, and so does a read of as many products or more. */
export const ALL_PERMITS = 16;

export class ResponseBounds {
  #free = ALL_PERMITS;
  #returned = 0;
  readonly #waiting: { readonly permits: number; readonly start: () => void }[] = [];
  /** Bytes of all records read. */
  #read = 0;
  #room = MAX_RESPONSE_LENGTH;

  /** Runs a root field once enough permits are free, in the order of the calls. */
  async withPermits<Result>(permits: number, work: () => Promise<Result>): Promise<Result> {
    if (this.#waiting.length === 0 && permits <= this.#free) this.#free -= permits;
    else await new Promise<void>((start) => this.#waiting.push({ permits, start }));
    try {
      return await work();
    } finally {
      this.#giveBack(permits);
    }
  }

  /** Adds a record and those of its fields that `info` selects; false if they don't fit into the response. */
  add(info: GraphQLResolveInfo, record: object): boolean {
    // Before measuring: thousands of fields may refer to one long record.
    if (this.isFull) return false;
    const read = jsonLength(record);
    this.#read += read;
    if (this.isFull) return false;
    const isExact = read > SHORT_RECORD || repeatsValues(info);
    const length = isExact ? responseLength(info, record, this.#room) : read;
    if (length > this.#room) return false;
    this.#room -= length;
    return true;
  }

  get isFull(): boolean {
    return this.roomToRead < 0;
  }

  /** Bytes of records that may still be read. */
  get roomToRead(): number {
    return MAX_READ_LENGTH - this.#read;
  }

  /**
   * Frees permits. If root fields wait, or a write may follow, it does so on the next turn of the event loop and all at
   * once, so that other requests run in between.
   */
  #giveBack(permits: number): void {
    const isLast = this.#waiting.length === 0 && permits < ALL_PERMITS;
    if (this.#returned > 0) this.#returned += permits;
    else if (isLast) this.#free += permits;
    else {
      this.#returned = permits;
      setImmediate(() => this.#startNext());
    }
  }

  #startNext(): void {
    this.#free += this.#returned;
    this.#returned = 0;
    for (
      let next = this.#waiting[0];
      next && next.permits <= this.#free;
      next = this.#waiting[0]
    ) {
      this.#waiting.shift();
      this.#free -= next.permits;
      next.start();
    }
  }
}

/** A string of characters that take one byte each in JSON. */
const PLAIN_TEXT = /^[ !#-[\]-~]*$/;

/** The JSON bytes of a value that is neither a list nor an object. */
function scalarLength(value: unknown): number {
  if (typeof value !== 'string') return VALUE_LENGTH;
  return (
    VALUE_LENGTH +
    (PLAIN_TEXT.test(value) ? value.length : Buffer.byteLength(JSON.stringify(value)))
  );
}

/** The approximate JSON bytes of a record. */
function jsonLength(value: unknown): number {
  if (typeof value !== 'object' || value === null) return scalarLength(value);
  if (Array.isArray(value))
    return value.reduce((length: number, entry) => length + jsonLength(entry), VALUE_LENGTH);
  return Object.entries(value).reduce(
    (length, [name, inner]) => length + name.length + jsonLength(inner),
    VALUE_LENGTH,
  );
}

/** Approximately the bytes that the document of `info` selects of `record`; stops counting beyond `most`. */
export function responseLength(
  info: GraphQLResolveInfo,
  record: object,
  most: number,
): number {
  const { schema, fragments, variableValues } = info;

  function objectLength(
    type: GraphQLObjectType,
    nodes: readonly FieldNode[],
    records: readonly JsonObject[],
    room: number,
  ): number {
    const fields = type.getFields();
    let length = records.length * VALUE_LENGTH;
    for (const [name, sameName] of collectSubfields(
      schema,
      fragments,
      variableValues,
      type,
      nodes,
    )) {
      const field = sameName[0]?.name.value ?? name;
      const inner = getNamedType(fields[field]?.type);
      const values = records.flatMap((one) => fieldValue(one, field));
      length += records.length * name.length;
      length += isObjectType(inner)
        ? objectLength(inner, sameName, values.filter(isJsonObject), room - length)
        : values.reduce((sum: number, value) => sum + scalarLength(value), 0);
      if (length > room) break;
    }
    return length;
  }

  const type = getNamedType(info.returnType);
  return isObjectType(type)
    ? objectLength(type, info.fieldNodes, [record as JsonObject], most)
    : VALUE_LENGTH;
}

/** The value of a field; a product read as a bundle is the same record. */
function fieldValue(record: JsonObject, field: string): unknown {
  if (field !== 'bundle' || field in record) return record[field];
  return record.type === ProductType.BUNDLE ? record : null;
}
