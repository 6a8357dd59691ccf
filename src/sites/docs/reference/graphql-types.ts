// The types of the GraphQL reference: those of an operation on its page, the others on the first page, by kind.
import * as graphql from 'graphql';
import { DOCS_PATHS } from '../../../paths.ts';
import { fieldList, NULL_NOTE, paragraphs, withoutNullNote } from '../page.ts';

type Named = graphql.GraphQLNamedType;
type RootField = graphql.GraphQLField<unknown, unknown>;

const KINDS = [
  ['Objects', graphql.isObjectType],
  ['Inputs', graphql.isInputObjectType],
  ['Enums', graphql.isEnumType],
  ['Scalars', graphql.isScalarType],
] as const;

const hasFields = (type: Named) =>
  graphql.isObjectType(type) || graphql.isInputObjectType(type);

/** An operation's page, by its root field such as `product`. */
export const rootFieldPath = (name: string) => `${DOCS_PATHS.graphql}/${name}`;

/** The types of its arguments, and the one it returns. */
const typesOf = ({ args, type }: RootField) =>
  [...args, { type }].map((one) => graphql.getNamedType(one.type)).filter(hasFields);

export function createTypeTexts(
  schema: graphql.GraphQLSchema,
  operations: readonly RootField[],
) {
  const ownerOf = (type: Named) =>
    operations.find((field) => typesOf(field).some((own) => own === type))?.name;

  /** A type as in SDL, linked to where it is described. */
  function link(type: graphql.GraphQLType) {
    const named = graphql.getNamedType(type);
    const owner = ownerOf(named);
    const page = owner ? rootFieldPath(owner) : DOCS_PATHS.graphql;
    const inMarkdown = String(type).replaceAll(/[[\]]/g, '\\$&');
    return inMarkdown.replace(named.name, `[${named}](${page}#${named})`);
  }

  /** Arguments, fields or values, whose IDs start with the prefix. */
  const listOf = (prefix: string, members: readonly Member[]) =>
    fieldList(
      members.map(({ name, description, deprecationReason: reason, type }) => ({
        name,
        id: prefix + name,
        type: [type && link(type)],
        text: `${reason ? `**Deprecated:** ${reason} ` : ''}${withoutNullNote(description ?? '')}`,
      })),
    );

  /** A heading, the description, and the fields or values. */
  function textOf(type: Named, level: '##' | '###') {
    const members = membersOf(type);
    return paragraphs(
      `${level} ${type} {#${type}}`,
      type.description,
      members.some(({ description }) => description?.includes(NULL_NOTE)) && NULL_NOTE,
      listOf(`${type}.`, members),
    );
  }

  const shared = Object.values(schema.getTypeMap())
    .filter((type) => !graphql.isIntrospectionType(type) && !ownerOf(type))
    .filter((type) => !/^(?:Query|Mutation)$/.test(type.name))
    .toSorted((a, b) => a.name.localeCompare(b.name));
  return {
    link,
    listOf,
    ofOperation: (field: RootField) =>
      typesOf(field)
        .filter((type) => ownerOf(type) === field.name)
        .map((type) => textOf(type, '##')),
    shared: () =>
      KINDS.flatMap(([title, isOfKind]) => [
        `## ${title} {#${title.toLowerCase()}}`,
        ...shared.filter(isOfKind).map((type) => textOf(type, '###')),
      ]).join('\n\n'),
  };
}

/** An argument, a field, or a value, which has no type. */
type Member = Pick<graphql.GraphQLArgument, 'name' | 'description' | 'deprecationReason'> & {
  readonly type?: graphql.GraphQLType;
};

function membersOf(type: Named): readonly Member[] {
  if (hasFields(type)) return Object.values(type.getFields());
  return graphql.isEnumType(type) ? type.getValues() : [];
}
