// Converts values from the names of the harness, which are GraphQL's, and back.

import {
  coerceInputValue,
  type GraphQLInputType,
  getNamedType,
  isInputObjectType,
} from 'graphql';
import { RawNumber, type Surface } from '../calls/call.ts';
import type { Shape } from './shape.ts';

/** An input as REST spells it; what the shape doesn't know stays unchanged. */
export const toRest = (value: unknown, shape: Shape | undefined): unknown =>
  respelled(value, shape, { from: 'graphql', to: 'rest' });

/** A REST response in GraphQL's names and values. */
export const fromRest = (value: unknown, shape: Shape | undefined): unknown =>
  respelled(value, shape, { from: 'rest', to: 'graphql' });

interface Direction {
  readonly from: Surface;
  readonly to: Surface;
}

function respelled(value: unknown, shape: Shape | undefined, direction: Direction): unknown {
  const { from, to } = direction;
  if (Array.isArray(value))
    return value.map((entry) => respelled(entry, shape?.item, direction));
  if (value instanceof RawNumber || typeof value !== 'object' || value === null) {
    const values = { rest: shape?.restValues, graphql: shape?.restValues && shape.values };
    const index = values[from]?.indexOf(value) ?? -1;
    return index < 0 ? value : values[to]?.[index];
  }
  const fields = [...(shape?.fields.values() ?? [])];
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const field = fields.find(({ names }) => names[from] === name);
      return [field?.names[to] ?? name, respelled(inner, field, direction)];
    }),
  );
}

/** An input as a GraphQL variable; a wrong value becomes a value that is wrong in the same way. */
export function toVariable(
  value: unknown,
  shape: Shape | undefined,
  type: GraphQLInputType | undefined,
): unknown {
  if (Array.isArray(value)) return value.map((entry) => toVariable(entry, shape?.item, type));
  if (value === null || value === undefined || value instanceof RawNumber) return value;
  // GraphQL accepts a single value in place of a list.
  const own = shape?.kind === 'array' ? shape.item : shape;
  const named = type && getNamedType(type);
  if (typeof value === 'object') return toInputObject(value, own, named);
  if (named?.name === 'ID') return toId(value);
  return own?.kind === 'number text' && NUMERIC.includes(named?.name ?? '')
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
      const known = Object.hasOwn(fields, name) ? fields[name]?.type : undefined;
      return [name, toVariable(inner, shape?.fields.get(name), known)];
    }),
  );
}

/** A GraphQL object with only the fields of `shape`, and with numbers as REST has them. */
export function fromGraphQL(value: unknown, shape: Shape | undefined): unknown {
  if (Array.isArray(value)) return value.map((entry) => fromGraphQL(entry, shape?.item));
  if (typeof value !== 'object' || value === null) return fromGraphQLValue(value, shape);
  const answer = value as Record<string, unknown>;
  return Object.fromEntries(
    [...(shape?.fields ?? [])].flatMap(([name, field]) => {
      const inner = valueAt(answer, name);
      // An optional field that REST omits is null on GraphQL.
      return inner === undefined || (inner === null && !field.required && !field.nullable)
        ? []
        : [[name, fromGraphQL(inner, field)]];
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
  const { kind = 'any', fields } = shape ?? {};
  if ((kind === 'string' || kind === 'number text') && typeof value === 'number')
    return String(value);
  // A version may put a number into an object on REST, as its first field.
  if (kind === 'object' && value !== null)
    return { [[...(fields?.keys() ?? [])][0] ?? '']: value };
  return kind === 'integer' && typeof value === 'string' && /^\d+$/.test(value)
    ? Number(value)
    : value;
}

/** Whether GraphQL can coerce a variable to its type, so that the operation is executed. */
export function isOfType(value: unknown, type: GraphQLInputType): boolean {
  try {
    coerceInputValue(value, type);
    return true;
  } catch {
    return false;
  }
}
