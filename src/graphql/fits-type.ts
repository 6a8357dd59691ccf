// Whether the value of a variable fits its type by the rules of GraphQL.
import { type GraphQLInputType, isEnumType, isInputObjectType, isListType, isNonNullType } from 'graphql';
import { isJsonObject } from '../http/json-body.ts';

/**
 * The check ends at the first fault: graphql-js would print every one and look for similar names. It relies on input
 * types whose fields have no defaults, and on scalars that take no object.
 */
export function fitsType(type: GraphQLInputType, value: unknown): boolean {
  if (value === null || value === undefined) return !isNonNullType(type);
  if (isNonNullType(type)) return fitsType(type.ofType, value);
  if (isListType(type)) {
    return Array.isArray(value) ? value.every((entry) => fitsType(type.ofType, entry)) : fitsType(type.ofType, value);
  }
  if (isInputObjectType(type)) {
    const fields = type.getFields();
    return (
      isJsonObject(value) &&
      Object.values(fields).every(({ name, type: inner }) => fitsType(inner, value[name])) &&
      Object.keys(value).every((name) => Object.hasOwn(fields, name))
    );
  }
  if (isEnumType(type)) return typeof value === 'string' && type.getValue(value) !== undefined;
  if (typeof value === 'object') return false;
  try {
    return type.parseValue(value) !== undefined;
  } catch {
    return false;
  }
}
