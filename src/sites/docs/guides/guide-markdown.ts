// A guide as Markdown for programs: examples as requests with responses, headings without anchors, links with the origin.
import { DOCS_PATHS } from '../../../paths.ts';
import { example } from '../examples/example.ts';
import type { ExampleFigures } from '../examples/example-figures.ts';

const BLOCK = /^(`{3,})(example|tabs)\b(?: [\w-]+: (.*))?\n(.*?)\n\1$/gms;
const ANCHOR = /^(#+ .*) \{#[\w -]+\}$/gm;
const LINK = /\]\((\/[^)#\s]*)/g;

const GUIDES = DOCS_PATHS.guide('');

/** `text` has the values of its placeholders. */
export const guideMarkdown = (text: string, figures: ExampleFigures, origin: string): string =>
  text
    .replace(ANCHOR, '$1')
    .replace(LINK, (_, path: string) => `](${origin}${path}${path.startsWith(GUIDES) ? '.md' : ''}`)
    .replace(BLOCK, (_, _fence, kind: string, label: string, content: string) =>
      kind === 'example' ? figures.markdown(example.parse(JSON.parse(content))) : `${label}:\n\n${content}`,
    );
