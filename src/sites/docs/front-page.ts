// The front page of the documentation, which lists its pages.
import { exampleId } from '../../openapi/examples.ts';
import {
  API_BASE_PATH,
  DOCS_PATHS,
  GRAPHQL_PATH,
  OPENAPI_PATH,
  OPENAPI_YAML_PATH,
} from '../../paths.ts';
import { SERVICE_NAME } from '../pages/frame.ts';
import { type DocsSource, exampleBlock, type Page, paragraphs } from './page.ts';

export const frontPage = (
  { versions, origin }: DocsSource,
  guides: readonly Page[],
): Page => ({
  path: DOCS_PATHS.guides,
  site: 'docs',
  version: versions.newest(),
  group: '',
  place: 'Docs',
  title: SERVICE_NAME,
  summary:
    'Manage your products and bundles and read your rentals, over REST or GraphQL. ' +
    'Both APIs share one implementation.',
  text: () => `New here? Start with the [first request](${DOCS_PATHS.guide('first-request')}).

${exampleBlock({ id: exampleId('readProduct', 'product'), label: 'Read a product', isCut: true })}

Base URLs: \`${origin}${API_BASE_PATH}\` for REST, \`${origin}${GRAPHQL_PATH}\` for GraphQL.

${Object.entries(Object.groupBy(guides, ({ group }) => group))
  .map(([group, pages = []]) =>
    paragraphs(
      `## ${group} {#${group.toLowerCase().replaceAll(' ', '-')}}`,
      pages.map(({ path, title, summary }) => `- [${title}](${path}): ${summary}`).join('\n'),
    ),
  )
  .join('\n\n')}

## References {#references}

- [REST reference](${DOCS_PATHS.rest}): Every operation, field and error of each version.
- [GraphQL reference](${DOCS_PATHS.graphql}): Every operation and type.
- [Changelog](${DOCS_PATHS.changelog}): What each version changed.

## For your tools {#files}

- [OpenAPI document](${OPENAPI_PATH}): OpenAPI 3.1 for generators and test tools, also [in YAML](${OPENAPI_YAML_PATH}).
- [GraphQL schema](${DOCS_PATHS.sdl}): SDL for generators.
- [llms.txt](${DOCS_PATHS.agents}): This page for agents; every guide is also Markdown, at its address with \`.md\`.`,
});
