// The front page of the documentation, which lists its pages.
import { exampleId } from '../../openapi/examples.ts';
import {
  API_BASE_PATH,
  DOCS_PATHS,
  GRAPHQL_PATH,
  OPENAPI_PATH,
  OPENAPI_YAML_PATH,
} from '../../paths.ts';
import { SERVICE_NAME, SERVICE_SUMMARY } from '../pages/frame.ts';
import { type DocsSource, exampleBlock, type Page } from './page.ts';

type ListItem = readonly [path: string, title: string, text: string];

const REFERENCES: readonly ListItem[] = [
  [DOCS_PATHS.rest, 'REST reference', 'Every operation, field and error of each version.'],
  [DOCS_PATHS.graphql, 'GraphQL reference', 'Every operation and type.'],
  [DOCS_PATHS.changelog, 'Changelog', 'What each version changed.'],
];

const FILES: readonly ListItem[] = [
  [OPENAPI_PATH, 'OpenAPI document', 'OpenAPI 3.1 for generators and test tools.'],
  [OPENAPI_YAML_PATH, 'OpenAPI document in YAML', 'The same document, easier to read.'],
  [DOCS_PATHS.sdl, 'GraphQL schema', 'SDL for generators.'],
];

const list = (items: readonly ListItem[]) =>
  items.map(([path, title, text]) => `- [${title}](${path}): ${text}`).join('\n');

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
  summary: SERVICE_SUMMARY,
  text: () => `New here? Start with the [first request](${DOCS_PATHS.guide('first-request')}).

${exampleBlock({ id: exampleId('readProduct', 'product'), label: 'Read a product', isCut: true })}

Base URLs: \`${origin}${API_BASE_PATH}\` for REST, \`${origin}${GRAPHQL_PATH}\` for GraphQL.

${Object.entries(Object.groupBy(guides, ({ group }) => group))
  .map(([group, pages = []]) => `## ${group} {#${anchorOf(group)}}\n\n${listOf(pages)}`)
  .join('\n\n')}

## References {#references}

${list(REFERENCES)}

## For your tools {#files}

${list(FILES)}`,
});

const listOf = (pages: readonly Page[]) =>
  list(pages.map(({ path, title, summary }) => [path, title, summary]));

const anchorOf = (group: string) => group.toLowerCase().replaceAll(' ', '-');
