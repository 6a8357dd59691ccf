// A page as the Markdown it is written in, for agents: without anchors, with examples as code and absolute links.
import { printCurl, printJson } from '../pages/snippets.ts';
import { APIS, recordedOn } from './example-figures.ts';
import { ANCHOR } from './markdown.ts';
import type { DocsSource, Page } from './page.ts';

const EXAMPLE = /```example\n(.*?)\n```/gs;
const ANCHORS = new RegExp(ANCHOR, 'g');
const GUIDE_LINK = /\]\((\/docs\/guides\/[\w-]+)/g;

export function pageMarkdown(source: DocsSource, { title, summary, version, text }: Page) {
  const { origin } = source;
  const examples = recordedOn(source, version);
  function asCode(json: string) {
    const { id, label } = JSON.parse(json);
    const sides = Object.entries(APIS).map(([api, name]) => {
      const exchange = examples[id]?.[api as keyof typeof APIS];
      if (!exchange) return '';
      const { request, response } = exchange;
      const { status, body } = response;
      const answer = body
        ? `:\n\n\`\`\`json\n${printJson(body)}\n\`\`\``
        : ', without a body';
      return `${label}, ${name}:\n
\`\`\`sh\n${printCurl(origin, request)}\n\`\`\`\n\nResponse, ${status}${answer}\n`;
    });
    return sides.join('\n');
  }
  return `# ${title}\n\n> ${summary}\n\n${text()}`
    .replace(EXAMPLE, (_, json) => asCode(json))
    .replace(ANCHORS, '')
    .replace(GUIDE_LINK, ']($1.md')
    .replaceAll('](/', `](${origin}/`);
}
