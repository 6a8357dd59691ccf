// Inputs of GraphQL as the domain has them: ids are numbers, and a single value in place of a list is a list of one.
import {
  GraphQLID,
  type GraphQLInputType,
  type GraphQLResolveInfo,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql';
import { isJsonObject } from '../http/json-body.ts';

/** The argument `input` of a mutation as the domain has it. */
export function domainInput({ parentType, fieldName }: GraphQLResolveInfo, input: unknown): unknown {
  const argument = parentType.getFields()[fieldName]?.args.find(({ name }) => name === 'input');
  return argument ? inDomain(argument.type, input) : input;
}

/** A value of an input type as the domain has it; a part that does not fit its type stays as it is. */
export function inDomain(type: GraphQLInputType, value: unknown): unknown {
  if (value === null || value === undefined) return value;
  if (isNonNullType(type)) return inDomain(type.ofType, value);
  if (isListType(type)) return (Array.isArray(value) ? value : [value]).map((entry) => inDomain(type.ofType, entry));
  if (type === GraphQLID) return numericId(value);
  if (!isInputObjectType(type) || !isJsonObject(value)) return value;
  const fields = type.getFields();
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
      return [name, field ? inDomain(field.type, inner) : inner];
    }),
  );
}

/** An integer as JavaScript prints it: a large one is too large, as on REST. */
const INTEGER = /^(?:0|-?[1-9][0-9]{0,20}|-?[1-9](?:\.[0-9]{1,20})?e\+[0-9]{1,3})$/;

const numericId = (id: unknown): unknown => (typeof id === 'string' && INTEGER.test(id) ? Number(id) : id);
