// A page's Markdown as HTML with anchors, examples and tables, and as Markdown for programs.
import { html, raw } from 'hono/html';
import { Marked, type Tokens } from 'marked';
import { createExampleFigures, type ExampleFigures } from './example-figures.ts';
import { code } from './highlight.ts';
import type { DocsSource, Page, ShownExample } from './page.ts';

export interface Rendered {
  readonly content: string;
  /** The sections of the page. */
  readonly headings: readonly Heading[];
}

interface Heading {
  readonly id: string;
  readonly title: string;
}

/** @throws an error that names the page. */
export function renderPage(source: DocsSource, page: Page): Rendered {
  try {
    const figures = createExampleFigures(source, page.version);
    const headings: Heading[] = [];
    const marked = createMarkdown(page.title, figures, headings);
    const content = marked.parse(page.text(), { async: false });
    return { content, headings };
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : cause;
    throw new Error(`The page ${page.path}: ${message}`, { cause });
  }
}

/**
 * Adds the sections to `headings`. The label of a table starts with the heading above it, first the page's; HTML in the
 * text is shown as text.
 */
function createMarkdown(title: string, figures: ExampleFigures, headings: Heading[]): Marked {
  const block = (text: string, info: string) =>
    info === 'example' ? figures.show(exampleOf(text)) : code(text, info, languageOf(info));
  let above = title;
  return new Marked({
    renderer: {
      html: ({ text }) => String(html`${text}`),
      code: ({ text, lang = '' }) => `${block(text, lang)}\n`,
      heading({ tokens, depth }) {
        const { text, id } = anchorOf(this.parser.parseInline(tokens));
        if (!id) throw new Error('A heading needs an anchor, such as {#compression}');
        above = anchorOf(this.parser.parseInline(tokens, this.parser.textRenderer)).text;
        if (depth === 2) headings.push({ id, title: above });
        return `<h${depth} id="${id}"><a href="#${id}">${text}</a></h${depth}>\n`;
      },
      table({ header, rows }) {
        const label = `${above}: ${header.map(({ text }) => text).join(', ')}`;
        const inline = ({ tokens }: Tokens.TableCell) => this.parser.parseInline(tokens);
        return String(html`<div class="scroll" role="region" aria-label="${label}" tabindex="0"><table>
<thead><tr>${header.map((head) => html`<th scope="col">${raw(inline(head))}</th>`)}</tr></thead>
<tbody>${rows.map((row) => tableRow(header, row.map(inline)))}</tbody>
</table></div>
`);
      },
    },
  });
}

/** The first cell may have the row's anchor, to which its name then links. */
function tableRow(
  header: readonly Tokens.TableCell[],
  [first = '', ...others]: readonly string[],
) {
  const { id, text } = anchorOf(first);
  const name =
    id && !text.includes('<a ') ? `<a class="name" href="#${id}">${text}</a>` : text;
  return html`<tr${id && html` id="${id}"`}>
${[name, ...others].map((cell, column) => html`<td data-label="${header[column]?.text}">${raw(cell)}</td>`)}
</tr>`;
}

/** Splits `Compression {#compression gzip}`; without an anchor, `id` is undefined. */
function anchorOf(content: string) {
  const [, text = content, id] = /^(.*) \{#([\w.-]+)[ \w-]*\}$/s.exec(content) ?? [];
  return { text, id };
}

/** The grammar by the first word of a block's label, which may be a file name. */
function languageOf(label: string): string {
  const [word = ''] = label.split(/[:,]/);
  const ending = word.slice(word.lastIndexOf('.') + 1);
  return ending === 'Shell' ? 'bash' : ending;
}

const exampleOf = (json: string): ShownExample => JSON.parse(json);

const EXAMPLE = /^```example\n(.*?)\n```$/gms;
const ANCHOR = / \{#[\w .-]+\}(?=$| \|)/gm;
const LINK = /\]\((\/[^)#?\s]*)/g;

/** Examples as requests with responses, no anchors, links with the origin to `pages` as Markdown. */
export function printPage(
  source: DocsSource,
  page: Page,
  pages: ReadonlyMap<string, Page>,
): string {
  const figures = createExampleFigures(source, page.version);
  const text = page
    .text()
    .replace(ANCHOR, '')
    .replace(LINK, (_, path) => `](${source.origin}${path}${pages.has(path) ? '.md' : ''}`)
    .replace(EXAMPLE, (_, json) => figures.markdown(exampleOf(json)));
  return `# ${page.title}\n\n${page.summary && `> ${page.summary}\n\n`}${text.trimEnd()}\n`;
}
