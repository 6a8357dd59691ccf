// The search entries of the GraphQL schema: operations, types, fields and values.
import {
  type GraphQLNamedType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isIntrospectionType,
  isObjectType,
} from 'graphql';
import { DOCS_PATHS } from '../../../paths.ts';
import type { Entry } from '../assets/rank-entries.js';
import { memberId } from '../graphql-page.ts';
import { plainText } from '../html-text.ts';

const GRAPHQL = 'GraphQL';

const at = (id: string) => `${DOCS_PATHS.graphql}#${id}`;

/** The operations, then the types, then their members: equal scores keep this order. */
export function graphqlEntries(schema: GraphQLSchema): readonly Entry[] {
  const roots = [schema.getQueryType(), schema.getMutationType()].filter((type) => type != null);
  const types = Object.values(schema.getTypeMap()).filter((type) => !isIntrospectionType(type));
  const others = types.filter((type) => !roots.some((root) => root === type));
  return [...roots.flatMap(memberEntries), ...types.map(typeEntry), ...others.flatMap(memberEntries)];
}

const typeEntry = ({ name, description }: GraphQLNamedType): Entry => ({
  title: name,
  heading: GRAPHQL,
  text: plainText(description ?? ''),
  path: at(name),
});

const memberEntries = (type: GraphQLNamedType): readonly Entry[] =>
  members(type).map(({ name, description }) => ({
    title: name,
    heading: `${GRAPHQL} · ${type.name}`,
    text: plainText(description ?? ''),
    path: at(memberId(type.name, name)),
  }));

type Member = Readonly<{ name: string; description?: string | null | undefined }>;

function members(type: GraphQLNamedType): readonly Member[] {
  if (isObjectType(type) || isInputObjectType(type)) return Object.values(type.getFields());
  return isEnumType(type) ? type.getValues() : [];
}
