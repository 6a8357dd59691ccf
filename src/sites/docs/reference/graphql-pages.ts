// The GraphQL reference: a first page with what operations share, and a page for each operation.
import type * as graphql from 'graphql';
import { schemaOf } from '../../../graphql/schema.ts';
import { EXAMPLES } from '../../../openapi/examples.ts';
import { DOCS_PATHS, GRAPHQL_PATH } from '../../../paths.ts';
import { routeOf } from '../../../rest/find-route.ts';
import { endpointOf, isServed } from '../../../rest/route.ts';
import { EXAMPLES as QUERIES } from '../../graphiql/examples.ts';
import {
  type DocsSource,
  exampleBlock,
  markdownTable,
  type Page,
  paragraphs,
} from '../page.ts';
import { createTypeTexts, rootFieldPath } from './graphql-types.ts';

type RootField = graphql.GraphQLField<unknown, unknown> & { readonly root: string };

export function graphqlPages({ versions }: DocsSource): Page[] {
  const schema = schemaOf(versions);
  const fields = [schema.getQueryType(), schema.getMutationType()].flatMap((root) =>
    Object.values(root?.getFields() ?? {}).map(
      (field): RootField => ({ ...field, root: String(root) }),
    ),
  );
  const types = createTypeTexts(schema, fields);
  const shared = { site: 'graphql', version: versions.newest() } as const;
  const operations = fields.map((field) => [
    `[\`${field.name}\`](${rootFieldPath(field.name)}) {#${field.root}.${field.name}}`,
    field.root.toLowerCase(),
    titleOf(field),
  ]);

  /** Where REST has it, an example, its arguments and input, and what it returns. */
  function operationText(field: RootField) {
    const { name, description, deprecationReason, extensions, args, type } = field;
    const operation = String(extensions.operation);
    const route = routeOf(operation);
    const onRest =
      route && isServed(versions.view(versions.newest()), route)
        ? ` · REST [\`${endpointOf(route)}\`](${DOCS_PATHS.rest}/${route.operation.name})`
        : '';
    return paragraphs(
      deprecationReason && `**Deprecated:** ${deprecationReason}`,
      `Returns ${types.link(type)}${onRest}`,
      description?.slice(summaryOf(field).length).trim(),
      exampleOf(operation, name),
      args.length > 0 && '## Arguments {#arguments}',
      types.listOf('argument-', args),
      ...types.ofOperation(field),
    );
  }

  return [
    {
      ...shared,
      path: DOCS_PATHS.graphql,
      group: '',
      place: 'GraphQL',
      title: 'GraphQL reference',
      summary: 'Every operation and type of the GraphQL API.',
      text: () => `Send requests to \`${GRAPHQL_PATH}\` by POST; queries also work by GET. \
Try them in [GraphiQL](${GRAPHQL_PATH}). Generators can read the [schema file](${DOCS_PATHS.sdl}), \
or use introspection with a token.

## Operations {#operations}

${markdownTable(['Operation', 'Kind', 'Title'], operations)}

Names are camelCase; the [REST reference](${DOCS_PATHS.rest}) gives the GraphQL name of each field that differs.

Types that are not here are on the pages of their operations.

${types.shared()}`,
    },
    ...fields.map((field) => {
      const { root, name } = field;
      const [title, summary] = [titleOf(field), summaryOf(field)];
      return {
        ...shared,
        path: rootFieldPath(name),
        group: root === 'Query' ? 'Queries' : 'Mutations',
        place: `GraphQL · ${root} · ${name}`,
        title,
        summary: summary === `${title}.` ? '' : summary,
        text: () => operationText(field),
      };
    }),
  ];
}

const titleOf = ({ name, extensions }: RootField) => String(extensions.title ?? name);

/** The first paragraph. */
const summaryOf = ({ description }: RootField) => description?.split('\n\n')[0] ?? '';

/** Over both APIs; GraphiQL's query for a field that REST lacks. */
function exampleOf(wanted: string, rootField: string) {
  const example = EXAMPLES.find(({ operation }) => operation === wanted);
  if (example) return exampleBlock({ id: example.id, label: example.summary });
  const query = QUERIES.find(({ name }) => name === rootField)?.query.trim();
  return query && `\`\`\`GraphQL\n${query}\n\`\`\``;
}
