// The types of the GraphQL reference: each on the page of its operation, or on the first page among those of its kind.
import * as graphql from 'graphql';
import { DOCS_PATHS } from '../../../paths.ts';
import { markdownTable, paragraphs } from '../page.ts';
import { NULL_NOTE, ownersOf, withoutNullNote } from './owners.ts';

type Named = graphql.GraphQLNamedType;
type RootField = graphql.GraphQLField<unknown, unknown>;
export type TypeTexts = ReturnType<typeof createTypeTexts>;

const KINDS = [
  ['Objects', graphql.isObjectType],
  ['Inputs', graphql.isInputObjectType],
  ['Enums', graphql.isEnumType],
  ['Scalars', graphql.isScalarType],
] as const;

export function createTypeTexts(
  operations: readonly RootField[],
  pathOf: (operation: string) => string,
) {
  const users = operations.map(({ name, args, type }) => {
    const types = [...args, { type }].map((one) => graphql.getNamedType(one.type));
    const reached = new Set<Named>();
    for (const one of types) reach(one, reached);
    return { name, own: types, reached };
  });
  const all = new Set(users.flatMap(({ reached }) => [...reached]));
  const owners = ownersOf(users);
  /** Enums and scalars have few words; they are on the first page. */
  const ownerOf = (type: Named) => (hasFields(type) ? owners.get(type) : undefined);

  function link(type: graphql.GraphQLType): string {
    if (graphql.isNonNullType(type)) return `${link(type.ofType)}!`;
    if (graphql.isListType(type)) return `\\[${link(type.ofType)}\\]`;
    const owner = ownerOf(type);
    return `[${type}](${owner ? pathOf(owner) : DOCS_PATHS.graphql}#${type})`;
  }

  /** A heading, the description, and the fields or values. */
  function textOf(type: Named, level: '##' | '###'): string {
    const said = membersOf(type).map(({ deprecationReason: reason, description }) =>
      [reason && `**Deprecated:** ${reason}`, description].filter(Boolean).join(' '),
    );
    const rows = membersOf(type).map((member, index) => [
      `\`${member.name}\` {#${type}.${member.name}}`,
      ...('type' in member ? [link(member.type)] : []),
      withoutNullNote(said[index]),
    ]);
    const heads = hasFields(type) ? ['Field', 'Type', 'Description'] : ['Value', 'Meaning'];
    return paragraphs(
      `${level} ${type} {#${type}}`,
      type.description,
      said.some((text) => text.includes(NULL_NOTE)) && NULL_NOTE,
      rows.length > 0 && markdownTable(heads, rows),
    );
  }

  return {
    link,
    ofOperation: (name: string) =>
      [...all].filter((type) => ownerOf(type) === name).map((type) => textOf(type, '##')),
    /** By kind: links to the types of operations, and the others. */
    overview() {
      const sorted = [...all].toSorted((a, b) => a.name.localeCompare(b.name));
      return KINDS.flatMap(([title, isOfKind]) => {
        const ofKind = sorted.filter(isOfKind);
        const { elsewhere = [], here = [] } = Object.groupBy(ofKind, (type) =>
          ownerOf(type) ? 'elsewhere' : 'here',
        );
        return [
          `## ${title} {#${title.toLowerCase()}}`,
          elsewhere.length > 0 && `With their operations: ${elsewhere.map(link).join(', ')}.`,
          ...here.map((type) => textOf(type, '###')),
        ];
      })
        .filter(Boolean)
        .join('\n\n');
    },
  };
}

/** Adds a type, and the types of its fields. */
function reach(type: Named, found: Set<Named>): void {
  if (found.has(type)) return;
  found.add(type);
  for (const field of hasFields(type) ? Object.values(type.getFields()) : [])
    reach(graphql.getNamedType(field.type as graphql.GraphQLType), found);
}

const hasFields = (type: Named) =>
  graphql.isObjectType(type) || graphql.isInputObjectType(type);

function membersOf(type: Named) {
  if (hasFields(type)) return Object.values(type.getFields());
  return graphql.isEnumType(type) ? type.getValues() : [];
}
