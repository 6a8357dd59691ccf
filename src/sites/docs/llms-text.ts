// What programs read of the documentation: its contents as a list of links (llmstxt.org), and all guides as one text.
import { API_BASE_PATH, DOCS_PATHS, GRAPHQL_PATH, LLMS_PATHS, OPENAPI_YAML_PATH } from '../../paths.ts';
import { SERVICE_NAME, SERVICE_SUMMARY } from '../pages/frame.ts';
import type { Guide } from './guides/render-guide.ts';
import { GUIDE_GROUPS, type GuideId } from './guides-page.ts';

type Guides = ReadonlyMap<GuideId, Guide>;

export function llmsText(origin: string, guides: Guides): string {
  const link = (path: string, name: string, text: string) => `- [${name}](${origin}${path}): ${text}`;
  const section = (title: string, links: readonly string[]) => `## ${title}\n\n${links.join('\n')}\n`;
  const guide = (id: GuideId) => {
    const { title = '', summary = '' } = guides.get(id) ?? {};
    return link(DOCS_PATHS.guideMarkdown(id), title, summary);
  };
  return [
    `# ${SERVICE_NAME}\n\n> ${SERVICE_SUMMARY}\n`,
    `Base URLs: ${origin}${API_BASE_PATH} (REST) and ${origin}${GRAPHQL_PATH} (GraphQL).\n`,
    ...GUIDE_GROUPS.map(({ title, ids }) => section(title, ids.map(guide))),
    section('References', [
      link(OPENAPI_YAML_PATH, 'OpenAPI document', 'operations, fields and errors of REST, with examples'),
      link(DOCS_PATHS.sdl, 'GraphQL schema', 'operations, types and fields of GraphQL'),
      link(DOCS_PATHS.changelogFeed, 'Changelog', 'what each version changed, as an Atom feed'),
    ]),
    section('Optional', [link(LLMS_PATHS.full, 'All guides', 'in one text')]),
  ].join('\n');
}

/** `contents` is the list of links. */
export const llmsFullText = (contents: string, guides: Guides): string =>
  [contents, ...[...guides.values()].map(({ markdown }) => markdown())].join('\n');
