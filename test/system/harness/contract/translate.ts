// Converts values between the names of the harness, REST and GraphQL.

import {
  coerceInputValue,
  type GraphQLInputType,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
} from 'graphql';
import { RawNumber } from '../calls/call.ts';
import { isNumberText, type Shape } from './shape.ts';

/** An input as REST spells it; what the shape doesn't know stays unchanged. */
export function toRest(value: unknown, shape: Shape | undefined): unknown {
  if (Array.isArray(value)) return value.map((entry) => toRest(entry, shape?.item));
  if (value instanceof RawNumber || typeof value !== 'object' || value === null)
    return toRestValue(value, shape);
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const field = shape?.fields?.get(name)?.shape;
      return [field?.restName ?? name, toRest(inner, field)];
    }),
  );
}

function toRestValue(value: unknown, shape: Shape | undefined): unknown {
  const index = shape?.restValues ? (shape.values ?? []).indexOf(value) : -1;
  return index < 0 ? value : shape?.restValues?.[index];
}

/** A REST response in the harness's names and values. */
export function fromRest(value: unknown, shape: Shape | undefined): unknown {
  if (Array.isArray(value)) return value.map((entry) => fromRest(entry, shape?.item));
  if (typeof value !== 'object' || value === null) {
    const index = shape?.restValues?.indexOf(value) ?? -1;
    return index < 0 ? value : shape?.values?.[index];
  }
  const own = new Map(
    [...(shape?.fields ?? [])].map(([name, field]) => [field.shape.restName ?? name, name]),
  );
  return Object.fromEntries(
    Object.entries(value).map(([restName, inner]) => {
      const name = own.get(restName) ?? restName;
      return [name, fromRest(inner, shape?.fields?.get(name)?.shape)];
    }),
  );
}

/** An input as a GraphQL variable; a wrong value becomes a value that is wrong in the same way. */
export function toVariable(
  value: unknown,
  shape: Shape | undefined,
  type: GraphQLInputType | undefined,
): unknown {
  if (value === null || value === undefined || value instanceof RawNumber) return value;
  const nullable = type && getNullableType(type);
  if (Array.isArray(value)) {
    const entry = isListType(nullable) ? (nullable.ofType as GraphQLInputType) : undefined;
    return value.map((inner) => toVariable(inner, shape?.item, entry));
  }
  // GraphQL accepts a single value in place of a list.
  if (shape?.kind === 'array' && isListType(nullable))
    return toVariable(value, shape.item, nullable.ofType);
  if (typeof value === 'object') return toInputObject(value, shape, nullable);
  const named = type && getNamedType(type);
  if (isEnumType(named)) return toEnumValue(value, shape);
  if (named?.name === 'ID') return toId(value);
  return shape && isNumberText(shape) && NUMERIC.includes(named?.name ?? '')
    ? toNumber(value)
    : value;
}

const NUMERIC = ['Int', 'Float'];

/** The number in a string, which a version has on REST; a number, which that version rejects, as a string. */
const toNumber = (value: unknown): unknown =>
  typeof value === 'number'
    ? String(value)
    : typeof value === 'string' && /^\d+(?:\.\d+)?$/.test(value)
      ? Number(value)
      : value;

/** An integer as an ID string; a string, which REST rejects as an ID, as one that is not an ID on GraphQL either. */
function toId(value: unknown): unknown {
  if (typeof value === 'string') return `no id ${value}`;
  return Number.isSafeInteger(value) ? String(value) : value;
}

function toInputObject(value: object, shape: Shape | undefined, type: unknown): unknown {
  const fields = isInputObjectType(type) ? type.getFields() : {};
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const field = shape?.fields?.get(name);
      const graphqlName = field?.shape.graphqlName ?? name;
      const known =
        field && Object.hasOwn(fields, graphqlName) ? fields[graphqlName]?.type : undefined;
      return [graphqlName, toVariable(inner, field?.shape, known)];
    }),
  );
}

/** An allowed value as its name on GraphQL; a value that REST rejects as one that GraphQL rejects. */
function toEnumValue(value: unknown, shape: Shape | undefined): unknown {
  const index = shape?.values?.indexOf(value) ?? -1;
  if (index >= 0) return shape?.valueNames?.[index] ?? value;
  return typeof value === 'string' && shape?.valueNames?.includes(value)
    ? `NOT_${value}`
    : value;
}

/** A GraphQL object in the harness's names and values, with only the fields of `shape`. */
export function fromGraphQL(value: unknown, shape: Shape | undefined): unknown {
  if (Array.isArray(value)) return value.map((entry) => fromGraphQL(entry, shape?.item));
  if (typeof value !== 'object' || value === null) return fromGraphQLValue(value, shape);
  const answer = value as Record<string, unknown>;
  return Object.fromEntries(
    [...(shape?.fields ?? [])].flatMap(([name, field]) => {
      const inner = valueAt(answer, field.shape.graphqlName ?? name);
      // An optional field that REST omits is null on GraphQL.
      return inner === undefined ||
        (inner === null && !field.required && !field.shape.nullable)
        ? []
        : [[name, fromGraphQL(inner, field.shape)]];
    }),
  );
}

/** A field of a response, or of its `bundle`: the GraphQL type of a product has no `items` of its own. */
function valueAt(answer: Record<string, unknown>, name: string): unknown {
  if (Object.hasOwn(answer, name)) return answer[name];
  const { bundle } = answer;
  return typeof bundle === 'object' && bundle !== null
    ? (bundle as Record<string, unknown>)[name]
    : undefined;
}

function fromGraphQLValue(value: unknown, shape: Shape | undefined): unknown {
  const index = shape?.valueNames?.indexOf(value as string) ?? -1;
  if (index >= 0) return shape?.values?.[index];
  if (shape?.kind === 'string' && typeof value === 'number') return String(value);
  // A version may put a number into an object on REST, as its first field.
  if (shape?.kind === 'object' && value !== null)
    return { [[...(shape.fields?.keys() ?? [])][0] ?? '']: value };
  if (shape?.kind === 'integer' && typeof value === 'string' && DATE.test(value))
    return timestamp(value, shape);
  return shape?.kind === 'integer' && typeof value === 'string' && /^\d+$/.test(value)
    ? Number(value)
    : value;
}

const DATE = /^\d{4}-\d\d-\d\d(?:T[\d:.]+Z)?$/;

/** Larger examples are times in milliseconds; in seconds this is the year 5138. */
const MOST_SECONDS = 1e11;

/** A date as REST has it in a version that made it an integer: in seconds, or in milliseconds if its example is. */
const timestamp = (date: string, { example }: Shape): number =>
  Number(example) > MOST_SECONDS ? Date.parse(date) : Math.floor(Date.parse(date) / 1000);

/** Whether GraphQL can coerce a variable to its type, so that the operation is executed. */
export function isOfType(value: unknown, type: GraphQLInputType): boolean {
  try {
    coerceInputValue(value, type);
    return true;
  } catch {
    return false;
  }
}
