// A guide: Markdown with a title, a one-sentence summary, placeholders, examples and tables; as a page, and as Markdown
// for programs.
import { html, raw } from 'hono/html';
import { Marked, type Tokens } from 'marked';
import { DOCS_PATHS } from '../../../paths.ts';
import type { Html } from '../../pages/frame.ts';
import { example } from '../examples/example.ts';
import { createExampleFigures, type ExampleFigures } from '../examples/example-figures.ts';
import { code, type DocsSource, htmlText, type Named, type Section } from '../layout.ts';
import { guideFile } from './guide-files.ts';
import { createFill } from './placeholders.ts';

export interface RenderedGuide extends Section {
  /** Other words by which the search finds it. */
  readonly words?: string | undefined;
  /** What the guide is for, in a sentence. */
  readonly summary: string;
  readonly headings: readonly Named[];
  /** Absent for a guide that can't be rendered. */
  readonly markdown?: () => string;
}

/** The title with search words, the summary if any, and the text: `# Tokens {token login}`. */
const PARTS = /^# ([^\n{]*?)(?: \{([\w -]*)\})?\n\n(?:> (.*)\n\n)?([\s\S]*)$/;

/** Renders the guide `<id>.md` of this folder. @throws an error that names the guide. */
export function createGuides(source: DocsSource): (id: string, markdown?: string) => RenderedGuide {
  const fill = createFill(source);
  const figures = createExampleFigures(source);
  return (id, markdown = guideFile(`${id}.md`).toString()) => {
    try {
      const filled = fill(markdown);
      const [, title = '', words, summary = '', text = ''] = PARTS.exec(filled) ?? [];
      const content = createMarkdown(title, figures).parse(text, { async: false });
      return {
        ...{ id, title, words, summary, content: raw(content), headings: headingsOf(content) },
        markdown: () => guideMarkdown(filled, figures, source.origin),
      };
    } catch (fault) {
      throw new Error(`The guide ${id}: ${fault instanceof Error ? fault.message : fault}`, {
        cause: fault,
      });
    }
  };
}

function headingsOf(content: string): readonly Named[] {
  const found = content.matchAll(/<h2 id="([^"]+)"[^>]*><a [^>]*>(.*?)<\/a>/g);
  return [...found].map(([, id = '', heading = '']) => ({ id, title: htmlText(heading) }));
}

/** The grammar by the first word of a block's label, which may be a file name. */
function languageOf(label: string): string {
  const [word = ''] = label.split(/[:,]/);
  const ending = word.slice(word.lastIndexOf('.') + 1);
  return ending === 'Shell' ? 'bash' : ending;
}

/** An example of an operation, as JSON in domain names. */
const exampleOf = (json: string) => example.parse(JSON.parse(json));

/** `title` is in the labels of tables; HTML in the guide is shown as text. */
function createMarkdown(title: string, figures: ExampleFigures): Marked {
  const block = (text: string, info: string): Html =>
    info === 'example' ? figures.show(exampleOf(text)) : code(text, info, languageOf(info));
  return new Marked({
    renderer: {
      html: ({ text }) => String(html`${text}`),
      code: ({ text, lang = '' }) => `${block(text, lang)}\n`,
      /** A heading with its anchor and search words, as in `## Compression {#compression gzip}`. */
      heading({ tokens, depth }) {
        const [, heading, anchor, words] =
          /^(.*) \{#([\w-]+)([ \w-]*)\}$/.exec(this.parser.parseInline(tokens)) ?? [];
        if (!heading) throw new Error('A heading needs an anchor, such as {#compression}');
        return `<h${depth} id="${anchor}"${words && ` data-words="${words.trim()}"`}><a href="#${anchor}">${heading}</a></h${depth}>\n`;
      },
      table({ header, rows }) {
        const label = `${title}: ${header.map(({ text }) => text).join(', ')}`;
        const cell = ({ tokens }: Tokens.TableCell) => raw(this.parser.parseInline(tokens));
        return String(html`<div class="scroll" role="region" aria-label="${label}" tabindex="0"><table>
<thead><tr>${header.map((head) => html`<th scope="col">${cell(head)}</th>`)}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${row.map((one, column) => html`<td data-label="${header[column]?.text}">${cell(one)}</td>`)}</tr>`)}</tbody>
</table></div>
`);
      },
    },
  });
}

const EXAMPLE = /^```example\n(.*?)\n```$/gms;
const ANCHOR = /^(#+ .*) \{#?[\w -]+\}$/gm;
const LINK = /\]\((\/[^)#\s]*)/g;

/** Examples as requests with responses, headings without anchors, links with the origin. */
const guideMarkdown = (text: string, figures: ExampleFigures, origin: string): string =>
  text
    .replace(ANCHOR, '$1')
    .replace(
      LINK,
      (_, path: string) =>
        `](${origin}${path}${path.startsWith(DOCS_PATHS.guide('')) ? '.md' : ''}`,
    )
    .replace(EXAMPLE, (_, json: string) => figures.markdown(exampleOf(json)));
