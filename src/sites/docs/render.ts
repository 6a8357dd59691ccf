// A page's Markdown as HTML with anchors, examples and tables.
import { html, raw } from 'hono/html';
import type { Token, Tokens } from 'marked';
import type { Html } from '../pages/frame.ts';
import { code, createExampleFigures } from './example-figures.ts';
import { anchorIn, createMarkdown, plainText } from './markdown.ts';
import type { DocsSource, Page } from './page.ts';

/** The characters of inline code that fit into a line of every screen. */
const MAX_UNBROKEN = 24;

/**
 * The content, and the sections of the page. The label of a table starts with the heading above it, first the page's;
 * HTML in the text is shown as text. @throws an error that names the page.
 */
export function renderPage(source: DocsSource, page: Page) {
  const show = createExampleFigures(source, page);
  const headings: { id: string; title: string }[] = [];
  let above = page.title;
  const marked = createMarkdown().use({
    renderer: {
      html: ({ text }) => String(html`${text}`),
      codespan: ({ text }) =>
        String(
          html`<code${text.length <= MAX_UNBROKEN && html` class="unbroken"`}>${text}</code>`,
        ),
      code({ text, lang = '' }) {
        const block =
          lang === 'example' ? show(JSON.parse(text)) : code(text, lang, languageOf(lang));
        return `${block}\n`;
      },
      heading({ tokens, depth }) {
        const { id } = anchorIn(tokens) ?? {};
        if (!id) throw new Error('A heading needs an anchor, such as {#compression}');
        above = plainText(tokens);
        if (depth === 2) headings.push({ id, title: above });
        const text = this.parser.parseInline(tokens);
        return `<h${depth} id="${id}"><a href="#${id}">${text}</a></h${depth}>\n`;
      },
      listitem({ tokens }) {
        const [first] = tokens as Tokens.Generic[];
        const { id } = anchorIn(first?.tokens) ?? {};
        const content = raw(this.parser.parse(tokens));
        return `${html`<li${id && html` id="${id}"`}>${content}</li>`}\n`;
      },
      table({ header, rows }) {
        const names = header.map(({ tokens }) => plainText(tokens));
        const cells = (row: readonly Tokens.TableCell[]) =>
          row.map(({ tokens }) => raw(this.parser.parseInline(tokens)));
        const label = `${above}: ${names.join(', ')}`;
        return String(html`<div class="scroll" role="region" aria-label="${label}" tabindex="0"><table>
<thead><tr>${cells(header).map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>${rows.map((row) => tableRow(names, cells(row), row[0]?.tokens))}</tbody>
</table></div>
`);
      },
    },
  });
  try {
    return { content: marked.parse(page.text(), { async: false }), headings };
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : cause;
    throw new Error(`The page ${page.path}: ${message}`, { cause });
  }
}

/** The first cell may have the row's anchor, to which its name then links. */
function tableRow(names: readonly string[], cells: readonly Html[], first: Token[] = []) {
  const { id } = anchorIn(first) ?? {};
  const isName = id && !first.some(({ type }) => type === 'link');
  return html`<tr${id && html` id="${id}"`}>
${cells.map((cell, column) => {
  const isLinked = isName && column === 0;
  const content = isLinked ? html`<a class="name" href="#${id}">${cell}</a>` : cell;
  return html`<td data-label="${names[column]}">${content}</td>`;
})}
</tr>`;
}

/** The grammar by the first word of a block's label, which may be a file name. */
function languageOf(label: string) {
  const [word = ''] = label.split(/[:,]/);
  const ending = word.slice(word.lastIndexOf('.') + 1);
  return ending === 'Shell' ? 'bash' : ending;
}
