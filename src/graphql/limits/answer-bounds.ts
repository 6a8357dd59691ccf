// Bounds the records of one GraphQL answer: how many are read at the same time, and how long they are together, counted before
// graphql-js completes them: a short request can select many texts.
import { type FieldNode, type GraphQLObjectType, type GraphQLResolveInfo, getNamedType, isObjectType } from 'graphql';
import { collectSubfields } from 'graphql/execution/collectFields.js';
import { ProductType } from '../../../prisma/generated/client/enums.ts';
import type { RowShape } from '../../operation/operation.ts';
import { repeatsValues } from '../selection.ts';

/** Bytes of an answer. Records of REST are smaller: they have the texts of one body. */
export const MAX_ANSWER_LENGTH = 4 * 1024 * 1024;

/** Bytes of all records that are read for an answer, which may select some of their fields alone. */
const MAX_READ_LENGTH = 4 * MAX_ANSWER_LENGTH;

/** Bytes that each value counts beside its text and its name: graphql-js takes time for short ones too. */
export const VALUE_LENGTH = 32;

/** The permits of one answer. A root field that runs alone takes all of them: a write, or a read of many products. */
export const ALL_PERMITS = 16;

export class AnswerBounds {
  #free = ALL_PERMITS;
  #returned = 0;
  readonly #waiting: { readonly permits: number; readonly start: () => void }[] = [];
  /** Bytes of all records that were read. */
  #read = 0;
  #room = MAX_ANSWER_LENGTH;

  /** Runs a root field once so many permits are free, in the order of the calls. */
  async withPermits<Result>(permits: number, work: () => Promise<Result>): Promise<Result> {
    if (this.#waiting.length === 0 && permits <= this.#free) this.#free -= permits;
    else await new Promise<void>((start) => this.#waiting.push({ permits, start }));
    try {
      return await work();
    } finally {
      this.#giveBack(permits);
    }
  }

  /** Adds a record of a shape, and the fields of it that `info` selects; false when they do not fit into the answer. */
  add(info: GraphQLResolveInfo, record: object, { longTexts }: RowShape): boolean {
    const read = jsonLength(record);
    this.#read += read;
    if (this.isFull) return false;
    const length = longTexts || repeatsValues(info) ? answerLength(info, record, this.#room) : read;
    if (length > this.#room) return false;
    this.#room -= length;
    return true;
  }

  get isFull(): boolean {
    return this.#read > MAX_READ_LENGTH;
  }

  /** Permits become free on the next turn of the event loop, all at once, so that other requests run in between. */
  #giveBack(permits: number): void {
    if (this.#returned === 0) setImmediate(() => this.#startNext());
    this.#returned += permits;
  }

  #startNext(): void {
    this.#free += this.#returned;
    this.#returned = 0;
    for (let next = this.#waiting[0]; next && next.permits <= this.#free; next = this.#waiting[0]) {
      this.#waiting.shift();
      this.#free -= next.permits;
      next.start();
    }
  }
}

/** A text of characters that take one byte each in JSON. */
const PLAIN_TEXT = /^[ !#-[\]-~]*$/;

/** The bytes in JSON of a value that is neither a list nor an object. */
function scalarLength(value: unknown): number {
  if (typeof value !== 'string') return VALUE_LENGTH;
  return VALUE_LENGTH + (PLAIN_TEXT.test(value) ? value.length : Buffer.byteLength(JSON.stringify(value)));
}

/** About the bytes of a record in JSON. */
function jsonLength(value: unknown): number {
  if (typeof value !== 'object' || value === null) return scalarLength(value);
  if (Array.isArray(value)) return value.reduce((length: number, entry) => length + jsonLength(entry), VALUE_LENGTH);
  return Object.entries(value).reduce(
    (length, [name, inner]) => length + name.length + jsonLength(inner),
    VALUE_LENGTH,
  );
}

type Entry = Readonly<Record<string, unknown>>;

/** About as many bytes as the document of `info` selects of `record`; counting ends beyond `most`. */
export function answerLength(info: GraphQLResolveInfo, record: object, most: number): number {
  const { schema, fragments, variableValues } = info;

  function objectLength(
    type: GraphQLObjectType,
    nodes: readonly FieldNode[],
    records: readonly Entry[],
    room: number,
  ): number {
    const fields = type.getFields();
    let length = records.length * VALUE_LENGTH;
    for (const [name, sameName] of collectSubfields(schema, fragments, variableValues, type, nodes)) {
      const field = sameName[0]?.name.value ?? name;
      const inner = getNamedType(fields[field]?.type);
      const values = records.flatMap((one) => fieldValue(one, field));
      length += records.length * name.length;
      length += isObjectType(inner)
        ? objectLength(inner, sameName, values.filter(isObject), room - length)
        : scalarsLength(values, room - length);
      if (length > room) break;
    }
    return length;
  }

  const type = getNamedType(info.returnType);
  return isObjectType(type) ? objectLength(type, info.fieldNodes, [record as Entry], most) : VALUE_LENGTH;
}

function scalarsLength(values: readonly unknown[], room: number): number {
  let length = 0;
  for (const value of values) {
    length += scalarLength(value);
    if (length > room) break;
  }
  return length;
}

const isObject = (value: unknown): value is Entry => typeof value === 'object' && value !== null;

/** The value of a field; a product seen as a bundle is the same record. */
function fieldValue(record: Entry, field: string): unknown {
  if (field !== 'bundle' || field in record) return record[field];
  return record.type === ProductType.BUNDLE ? record : null;
}
