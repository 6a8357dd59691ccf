// Pages with lists: their query parameters, filter form, links to other pages, and CSV file (RFC 4180).
import { html } from 'hono/html';
import { z } from 'zod';
import { parseId } from '../../operation/id.ts';
import { REQUEST_MILLISECONDS, withDeadline, withoutRequest } from '../../request-scope.ts';
import type { PageContext } from './context.ts';
import { day } from './layout.ts';

/** Each parameter's shape, and a sentence for values that don't match it. */
type Rules = Readonly<Record<string, readonly [shape: z.ZodType, sentence: string]>>;

type Values<R extends Rules> = { readonly [Name in keyof R]?: z.output<R[Name][0]> };

const ID = z.string().transform(parseId).pipe(z.int());
export const TOKEN = [ID, 'Choose one of your tokens.'] as const;
export const PAGE = [ID, 'The page must be a whole number, 1 or more.'] as const;

export const pattern = (shape: RegExp) => z.string().regex(shape);

export function choiceRule<Name extends string>(
  what: string,
  choice: Readonly<Record<Name, string>>,
) {
  const names = Object.keys(choice) as Name[];
  return [z.enum(names), `The ${what} must be one of ${names.join(', ')}.`] as const;
}

/** The non-blank values of a query, and the sentences for invalid ones. */
export function parseQuery<R extends Rules>(query: Readonly<Record<string, string>>, rules: R) {
  const values: Record<string, unknown> = {};
  const faults: string[] = [];
  for (const [name, [shape, sentence]] of Object.entries(rules)) {
    const given = query[name]?.trim();
    if (!given) continue;
    const { success, data } = shape.safeParse(given);
    if (success) values[name] = data;
    else faults.push(sentence);
  }
  return { values: values as Values<R>, fault: faults.join(' ') };
}

export const faultNote = (fault: string) => html`<p class="note error" role="alert">${fault}</p>`;

export const tokenChoices = (tokens: readonly { id: number; name: string; lastFour: string }[]) =>
  tokens.map(({ id, name, lastFour }) => [id, `${name} (…${lastFour})`] as const);

/** The choices, with labels if they differ, after one for no value; a selected value that isn't among them is added. */
export function select(
  name: string,
  label: string,
  choices: readonly (string | number | readonly [value: string | number, name: string])[],
  chosen: string | number = '',
  none = 'Any',
) {
  const names = new Map([['', none]]);
  for (const choice of [...choices, chosen]) {
    const [value, text = value] = [choice].flat();
    if (!names.has(`${value}`)) names.set(`${value}`, `${text}`);
  }
  const options = [...names].map(
    ([value, text]) =>
      html`<option value="${value}"${value === `${chosen}` && html` selected`}>${text}</option>`,
  );
  return html`<label>${label}<select name="${name}">${options}</select></label>`;
}

/** `result` is shown with a filter, next to a link that clears it. */
export const filterForm = (path: string, label: string, controls: unknown, result: unknown) => html`
<form method="get" action="${path}" class="filter" role="search" aria-label="${label}">
${controls}
<button type="submit" class="quiet">Show</button>
${result}
</form>`;

export function queryText(values: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(values).filter(([, value]) => value);
  const query = new URLSearchParams(given.map(([key, value]) => [key, `${value}`]));
  return query.size > 0 ? `?${query}` : '';
}

export const pageLink = (
  rel: 'prev' | 'next',
  name: string,
  path: string,
  values: Readonly<Record<string, unknown>>,
) => html`<a class="button quiet" rel="${rel}" href="${path}${queryText(values)}">${name}</a>`;

/** The links keep `filter`. Absent for a single page. */
export function pageLinks(
  path: string,
  { page, pages }: Place,
  filter: object = {},
  content = 'tokens',
) {
  if (pages === 1) return '';
  return html`<nav class="pages" aria-label="Pages of ${content}">
${page > 1 && pageLink('prev', 'Previous', path, { ...filter, page: page > 2 && page - 1 })}
<span class="muted">Page ${page} of ${pages}</span>
${page < pages && pageLink('next', 'Next', path, { ...filter, page: page + 1 })}
</nav>`;
}

interface Place {
  readonly page: number;
  readonly pages: number;
}

export const csvLink = (path: string, filter: Readonly<Record<string, unknown>>) =>
  html`<a class="button quiet" href="${path}${queryText(filter)}" download>Download CSV</a>`;

/**
 * The rows of all parts, each read when it is sent. The first part is read before the response starts, so that an
 * unavailable database results in a 503. `columns` are the headings with their values.
 */
export async function respondCsv<Row>(
  c: PageContext,
  name: string,
  parts: AsyncGenerator<readonly Row[]>,
  columns: Readonly<Record<string, (row: Row) => unknown>>,
): Promise<Response> {
  const nextText = async () => {
    const { value } = await withoutRequest(() =>
      withDeadline(REQUEST_MILLISECONDS, () => parts.next()),
    );
    return value
      ?.map((row: Row) => csvRow(Object.values(columns).map((cell) => cell(row))))
      .join('');
  };
  // Without the byte order mark, spreadsheets assume another character set.
  const first = `\uFEFF${csvRow(Object.keys(columns))}${(await nextText()) ?? ''}`;
  const body = new ReadableStream<Uint8Array>({
    start: (sink) => sink.enqueue(Buffer.from(first)),
    async pull(sink) {
      let text = await nextText();
      while (text === '') text = await nextText();
      if (text === undefined) sink.close();
      else sink.enqueue(Buffer.from(text));
    },
  });
  return c.body(body, 200, {
    'Content-Type': 'text/csv; charset=utf-8; header=present',
    'Content-Disposition': `attachment; filename="${name}-${day(c.get('now'))}.csv"`,
  });
}

const csvRow = (cells: readonly unknown[]) =>
  `${cells.map((cell) => csvCell(`${cell ?? ''}`)).join(',')}\r\n`;

/** Spreadsheets treat text that starts with these as a formula. */
const FORMULA = /^[=+\-@\t\r＝＋－＠]/u;

const csvCell = (text: string) => `"${FORMULA.test(text) ? "'" : ''}${text.replaceAll('"', '""')}"`;
