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

  function link(type: graphql.GraphQLType): string {
    if (graphql.isNonNullType(type)) return `${link(type.ofType)}!`;
    if (graphql.isListType(type)) return `\\[${link(type.ofType)}\\]`;
    const owner = ownerOf(type);
    return `[${type}](${owner ? rootFieldPath(owner) : DOCS_PATHS.graphql}#${type})`;
  }

  /** A heading, the description, and the fields or values. */
  function textOf(type: Named, level: '##' | '###') {
    const members = membersOf(type);
    const fields = members.map(
      ({ name, description, deprecationReason: reason, ...member }) => ({
        name,
        id: `${type}.${name}`,
        type: ['type' in member && link(member.type)],
        text: `${reason ? `**Deprecated:** ${reason} ` : ''}${withoutNullNote(description ?? '')}`,
      }),
    );
    return paragraphs(
      `${level} ${type} {#${type}}`,
      type.description,
      members.some(({ description }) => description?.includes(NULL_NOTE)) && NULL_NOTE,
      fieldList(fields),
    );
  }

  const shared = Object.values(schema.getTypeMap())
    .filter((type) => !graphql.isIntrospectionType(type) && !ownerOf(type))
    .filter((type) => !/^(?:Query|Mutation)$/.test(type.name))
    .toSorted((a, b) => a.name.localeCompare(b.name));
  return {
    link,
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

function membersOf(type: Named) {
  if (hasFields(type)) return Object.values(type.getFields());
  return graphql.isEnumType(type) ? type.getValues() : [];
}
