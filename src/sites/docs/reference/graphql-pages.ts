// The GraphQL reference: a first page, a page for each operation, and one for all types.
import {
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  type GraphQLType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isIntrospectionType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { schemaOf } from '../../../graphql/schema.ts';
import { exampleId } from '../../../openapi/examples.ts';
import { OPERATION_EXAMPLES } from '../../../openapi/operation-examples.ts';
import type { Versions } from '../../../operation/versions.ts';
import { DOCS_PATHS, GRAPHQL_PATH } from '../../../paths.ts';
import { routeOf } from '../../../rest/find-route.ts';
import { endpointOf, isServed } from '../../../rest/route.ts';
import { EXAMPLES } from '../../graphiql/examples.ts';
import {
  type DocsSource,
  exampleBlock,
  markdownTable,
  type Page,
  paragraphs,
} from '../page.ts';

type RootField = GraphQLField<unknown, unknown>;

/** An operation's page, by its root field such as `product`. */
export const rootFieldPath = (name: string) => `${DOCS_PATHS.graphql}/${name}`;

export function graphqlPages({ versions }: DocsSource): readonly Page[] {
  const schema = schemaOf(versions);
  const shared = { site: 'graphql', version: versions.newest() } as const;
  return [
    {
      ...shared,
      path: DOCS_PATHS.graphql,
      group: '',
      place: 'GraphQL',
      title: 'GraphQL reference',
      summary: 'Every operation and type of the GraphQL API.',
      text: () => overviewText(schema),
    },
    ...rootFields(schema).map(({ root, field }): Page => {
      const { name, description, extensions } = field;
      const [title, summary] = [String(extensions.title ?? name), summaryOf(description)];
      return {
        ...shared,
        path: rootFieldPath(name),
        group: root === 'Query' ? 'Queries' : 'Mutations',
        place: `GraphQL · ${root} · ${name}`,
        title,
        summary: summary === `${title}.` ? '' : summary,
        text: () => operationText(versions, field),
      };
    }),
  ];
}

const rootFields = (schema: GraphQLSchema) =>
  [schema.getQueryType(), schema.getMutationType()].flatMap((root) =>
    Object.values(root?.getFields() ?? {}).map((field) => ({
      root: root?.name ?? '',
      field,
    })),
  );

/** Without Query and Mutation. */
function typesOf(schema: GraphQLSchema): readonly GraphQLNamedType[] {
  const roots: readonly unknown[] = [schema.getQueryType(), schema.getMutationType()];
  return Object.values(schema.getTypeMap())
    .filter((type) => !isIntrospectionType(type) && !roots.includes(type))
    .toSorted((a, b) => a.name.localeCompare(b.name));
}

function overviewText(schema: GraphQLSchema): string {
  const operations = rootFields(schema).map(({ root, field: { name, extensions } }) => [
    `[\`${name}\`](${rootFieldPath(name)}) {#${root}.${name}}`,
    root.toLowerCase(),
    String(extensions.title ?? name),
  ]);
  return `Send requests to \`${GRAPHQL_PATH}\` by POST; queries also work by GET. \
Try them in [GraphiQL](${GRAPHQL_PATH}).

Generators can read the [schema file](${DOCS_PATHS.sdl}), or use introspection with a token. Names are camelCase; the
[REST reference](${DOCS_PATHS.rest}) gives the GraphQL name of each field that differs. No operation lists products or
rentals: store the IDs that creates return.

## Operations {#operations}

${markdownTable(['Operation', 'Kind', 'Title'], operations)}

${typesOf(schema).map(typeText).join('\n\n')}`;
}

/** Where REST has it, an example, its arguments and input, and what it returns. */
function operationText(
  versions: Versions,
  { name, description, deprecationReason, extensions, args, type }: RootField,
): string {
  const operation = String(extensions.operation);
  const inputs = args
    .map((argument) => getNamedType(argument.type))
    .filter(isInputObjectType);
  const rows = args.map((argument) => [
    `\`${argument.name}\` {#argument-${argument.name}}`,
    typeLink(argument.type),
    argument.description ?? '',
  ]);
  return paragraphs(
    deprecated(deprecationReason),
    description?.slice(summaryOf(description).length).trim(),
    restNote(versions, operation),
    exampleOf(operation, name),
    ...(rows.length > 0
      ? [
          '## Arguments {#arguments}',
          markdownTable(['Argument', 'Type', 'Description'], rows),
        ]
      : []),
    ...inputs.map(typeText),
    typeText(getNamedType(type)),
  );
}

/** The first paragraph. */
const summaryOf = (description: string | null | undefined) =>
  description?.split('\n\n')[0] ?? '';

/** Where the latest version has the operation on REST. */
function restNote(versions: Versions, operation: string): string {
  const route = routeOf(operation);
  return route && isServed(versions.view(versions.newest()), route)
    ? `REST: [\`${endpointOf(route)}\`](${DOCS_PATHS.rest}/${route.operation.name})`
    : '';
}

/** The examples of all operations on REST, each with the operation it has on GraphQL. */
const EXAMPLES_OF_REST = Object.entries(OPERATION_EXAMPLES).flatMap(([operation, examples]) =>
  Object.entries(examples).map(([name, { summary: label, ...example }]) => ({
    operation: example.operation ?? operation,
    id: exampleId(operation, name),
    label,
  })),
);

/** Over both APIs; GraphiQL's query for a field that REST lacks. */
function exampleOf(wanted: string, rootField: string): string {
  const example = EXAMPLES_OF_REST.find(({ operation }) => operation === wanted);
  if (example)
    return exampleBlock({ id: example.id, label: example.label, first: 'graphql' });
  const own = EXAMPLES.find(({ name }) => name === rootField);
  return own ? `\`\`\`GraphQL\n${own.query.trim()}\n\`\`\`` : '';
}

/** A heading, the description, and the fields or values. */
function typeText(type: GraphQLNamedType): string {
  const rows = membersOf(type).map((member) => [
    `\`${member.name}\` {#${type.name}.${member.name}}`,
    'type' in member ? typeLink(member.type) : '',
    [deprecated(member.deprecationReason), member.description].filter(Boolean).join(' '),
  ]);
  const members = rows.length > 0 && markdownTable(['Name', 'Type', 'Description'], rows);
  return paragraphs(`## ${type.name} {#${type.name}}`, type.description, members);
}

function membersOf(type: GraphQLNamedType) {
  if (isObjectType(type) || isInputObjectType(type)) return Object.values(type.getFields());
  return isEnumType(type) ? type.getValues() : [];
}

const deprecated = (reason: string | null | undefined) =>
  reason && `**Deprecated:** ${reason}`;

function typeLink(type: GraphQLType): string {
  if (isNonNullType(type)) return `${typeLink(type.ofType)}!`;
  if (isListType(type)) return `\\[${typeLink(type.ofType)}\\]`;
  return `[${type.name}](${DOCS_PATHS.graphql}#${type.name})`;
}
